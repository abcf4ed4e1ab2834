import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { ask } from '../../background/ask.ts'
import { grants } from '../../sites/grants.ts'
import { sites } from '../../sites/sites.ts'
import { view } from '../../store/view.ts'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { openTab } from '../../ui/frame/open-tab.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { MayNotPay } from '../../ui/orders/may-not-pay.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { madeNotice } from '../../ui/requests/made-notice.ts'
import { type Payer, payerOf } from '../../ui/requests/payer.ts'
import { Paying } from '../../ui/requests/paying.tsx'
import { RequestDetails } from '../../ui/requests/request-details.tsx'
import { type ReadForPaying, useNowUntil, useRequest } from '../../ui/requests/use-request.ts'
import { ProfileName } from '../../ui/wallets/profile-name.tsx'
import { payWords } from '../../words/en/requests.ts'
import { approveWords } from '../../words/en/sites/approve.ts'
import { isPayable, payOrder, requestedText } from '../pay/model.ts'
import { notesOf } from '../sites/look-alike.ts'
import { OriginName } from '../sites/origin-name.tsx'
import { SiteNotes } from '../sites/site-notes.tsx'
import { Answers } from './answers/answers.tsx'
import { knownOrigins, paidBefore, shownOf } from './model.ts'
import type { PromptProps } from './prompt.tsx'
import { PromptHead } from './prompt-head.tsx'
import { titleOf } from './title.ts'
import { useSeen } from './use-seen.ts'

export type PayPromptProps = PromptProps & {
  /** Whether confidential amounts are shown only while they are held down. */
  hidden: boolean
}

/** A payment that a page asks for: who asks, what the request says, who vouches for it, and what paying it comes to. */
export function PayPrompt(props: PayPromptProps) {
  const { approval, of, profile, profiles } = props
  const { id, origin } = approval
  const asks = useId()
  const refuse = useRef<HTMLButtonElement>(null)
  const enabled = useItem(sites)
  const [walletId, setWalletId] = useState<string>()
  const [typed, setTyped] = useState('')
  const [receipt, setReceipt] = useState(false)
  const request = useRequest(profile.id, approval.request ?? null)
  const seen = useItem(view) ?? null
  const balances = useBalances({ profile, view: seen })
  const end = useRef<HTMLParagraphElement>(null)
  const read = request.is === 'ready' ? request.value : undefined
  const isRead = useSeen(end, read && JSON.stringify(read))
  const granted = useItem(grants)
  const before = granted && paidBefore(granted, origin, profile.id)
  const now = useNowUntil(read?.verdict)
  useEffect(() => {
    document.title = titleOf(approval)
  }, [origin])
  useLayoutEffect(() => refuse.current?.focus({ preventScroll: true }), [])

  const all = balances.is === 'ready' ? balances.value : undefined
  const first = useRef<string>(undefined)
  const payer = read && all && granted && payerOf(read, all, walletId, typed, first.current ?? before?.walletId)
  // A payment of this site that becomes known later does not change which wallet pays here.
  if (payer !== undefined && 'from' in payer) first.current ??= payer.from.wallet.id
  const order = read && payer && payOrder({ ...read, payer, now })
  const no = useAction(() => ask('approval.decide', { id, allow: false }))
  const yes = useAction(async () => {
    if (read === undefined || order === undefined) return
    const { walletId } = order
    const shown = shownOf(order, read.verdict.issuer.trust)
    const input = { id, allow: true, profileId: profile.id, walletId, shown, receipt } as const
    // What is not paid may say something else by now, and is shown as it is.
    await ask('approval.decide', input).catch(async (error: unknown) => {
      await request.reload()
      throw error
    })
  })
  const failure = yes.failure ?? no.failure
  const mayPay = profile.key.scopes.includes('pay')
  return (
    <>
      <main class="approve-main">
        <PromptHead id={asks} question={payWords.question} of={of} />
        <div class="approve-who" id={`${asks}-who`}>
          <OriginName origin={origin} />
          <p class="approve-known">
            {before?.lastUsedAt == null ? payWords.first : <Time at={before.lastUsedAt} around={payWords.last} />}
          </p>
        </div>
        <SiteNotes notes={notesOf(origin, knownOrigins(enabled ?? [], profiles, origin))} />
        <MayNotPay profile={profile} />
        <Loaded of={request}>
          {(read) =>
            read && (
              <>
                <RequestDetails {...read} now={now} endRef={end} />
                {read.made !== undefined && <Made read={read} />}
                <Loaded of={balances}>
                  {(all) =>
                    payer &&
                    isPayable({ ...read, now }) && (
                      <>
                        <Paying
                          profileId={profile.id}
                          read={read}
                          payer={payer}
                          all={all}
                          at={balances.is === 'ready' ? balances.at : 0}
                          hidden={props.hidden}
                          typed={typed}
                          onType={setTyped}
                          onWallet={setWalletId}
                        />
                        <Told receipt={receipt} onReceipt={setReceipt} payer={payer} />
                      </>
                    )
                  }
                </Loaded>
                <p class="approve-gateway">
                  {approveWords.gateway} <ProfileName profile={profile} />
                </p>
              </>
            )
          }
        </Loaded>
        {failure !== undefined && <Refused failure={failure} />}
      </main>
      <Answers
        refuseRef={refuse}
        describedBy={`${asks}-title ${asks}-who`}
        allow={order === undefined ? payWords.pay : payWords.payOf(requestedText(order))}
        ready={order !== undefined && isRead && mayPay}
        about={JSON.stringify(order)}
        hint={isRead || read === undefined ? undefined : payWords.readFirst}
        busy={{ yes: yes.busy, no: no.busy }}
        onRefuse={no.run}
        onAllow={yes.run}
      />
    </>
  )
}

/** Paid before: of a request that names its amount, once is enough. */
function Made({ read }: { read: ReadForPaying }) {
  return (
    <Notice
      {...madeNotice(read)}
      action={
        <Button kind="quiet" onClick={() => openTab('payment', { id: read.made?.id ?? '' })}>
          {payWords.show}
        </Button>
      }
    />
  )
}

type ToldProps = {
  receipt: boolean
  onReceipt: (receipt: boolean) => void
  payer: Payer
}

/** What the site learns of the payment. */
function Told({ receipt, onReceipt, payer }: ToldProps) {
  if (payer.is !== 'ready') return null
  return (
    <>
      <p class="hint">{payWords.told}</p>
      <Check label={payWords.receipt} hint={payWords.receiptHint} checked={receipt} onChange={onReceipt} />
    </>
  )
}
