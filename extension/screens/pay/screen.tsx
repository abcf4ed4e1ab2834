import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import { dropDraft } from '../../store/drafts.ts'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { useOnce } from '../../ui/hooks/use-once.ts'
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts'
import { NotaDrop } from '../../ui/notas/nota-drop.tsx'
import { ObstacleNotice } from '../../ui/obstacles/obstacle-notice.tsx'
import { useDraft } from '../../ui/orders/draft.ts'
import { MayNotPay } from '../../ui/orders/may-not-pay.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { madeNotice } from '../../ui/requests/made-notice.ts'
import { freshPay, PayDraft, payDraftName } from '../../ui/requests/pay-draft.ts'
import { payerOf } from '../../ui/requests/payer.ts'
import { Paying } from '../../ui/requests/paying.tsx'
import { RequestDetails } from '../../ui/requests/request-details.tsx'
import { type ReadForPaying, useNowUntil, useRequest } from '../../ui/requests/use-request.ts'
import { go, routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { payWords } from '../../words/en/requests.ts'
import { isPayable, payOrder, requestedText } from './model.ts'

/** A request of somebody else: what it says, who vouches for it, and the one button that pays it. */
export function Pay(props: ScreenProps) {
  const { profile, surface } = props
  const fresh = useOnce(() => freshPay(null))
  const { draft, change } = useDraft(payDraftName(profile.id), PayDraft, fresh)
  const request = useRequest(profile.id, draft?.text ?? null)
  if (draft === undefined) return null
  return (
    <>
      <Heading back="home">{payWords.title}</Heading>
      <MayNotPay profile={profile} />
      {draft.text === null ? (
        <>
          <p class="soft">{payWords.nothingTodo}</p>
          <NotaDrop surface={surface} route="pay" label={payWords.drop} onNota={({ text }) => change(freshPay(text))} />
        </>
      ) : (
        <>
          <Loaded of={request}>
            {(read) => read && <Payable {...props} key={read.nota} read={read} draft={draft} change={change} />}
          </Loaded>
          {request.is === 'refused' && <Another change={change} />}
        </>
      )}
    </>
  )
}

/** What cannot be paid must not stand in the way of the next. */
function Another({ change }: Pick<PayableProps, 'change'>) {
  return (
    <div class="buttons">
      <Button onClick={() => change(freshPay(null))}>{payWords.another}</Button>
    </div>
  )
}

type PayableProps = ScreenProps & {
  read: ReadForPaying
  draft: PayDraft
  change: (part: Partial<PayDraft>) => void
}

function Payable({ read, draft, change, ...props }: PayableProps) {
  const { made } = read
  const { profile, settings } = props
  const balances = useBalances(props)
  const now = useNowUntil(read.verdict)
  return (
    <>
      <Card>
        <RequestDetails {...read} now={now} />
      </Card>
      {made !== undefined && (
        <Notice {...madeNotice(read)} action={<a href={routeHash('payment', { id: made.id })}>{payWords.show}</a>} />
      )}
      <Loaded of={balances}>
        {(all) => {
          const payer = payerOf(read, all, draft.walletId ?? undefined, draft.amount)
          const order = payOrder({ ...read, payer, now })
          if (!isPayable({ ...read, now })) return <Another change={change} />
          return (
            <>
              {'from' in payer && <ObstacleNotice balances={payer.from} source={payer.source} />}
              <Card>
                <Paying
                  profileId={profile.id}
                  read={read}
                  payer={payer}
                  all={all}
                  at={balances.is === 'ready' ? balances.at : 0}
                  hidden={settings.hideConfidential}
                  typed={draft.amount}
                  // What is changed is another payment.
                  onType={(amount) => change({ amount, payment: crypto.randomUUID() })}
                  onWallet={(walletId) => change({ walletId, payment: crypto.randomUUID() })}
                />
              </Card>
              <Confirm profileId={profile.id} order={order} payment={draft.payment} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type ConfirmProps = { profileId: string; order: ReturnType<typeof payOrder>; payment: string }

/** Long enough to see what is paid before a press counts that was meant for something else. */
const SETTLE_MS = 500

function Confirm({ profileId, order, payment }: ConfirmProps) {
  const about = JSON.stringify(order)
  const isNew = useSettledValue(about, SETTLE_MS) !== about
  const pay = useAction(async () => {
    if (order === undefined) return
    const { id } = await ask('money.begin', { profileId, order, id: payment })
    await dropDraft(payDraftName(profileId))
    go('payment', { id })
  })
  return (
    <>
      {pay.failure !== undefined && <Refused failure={pay.failure} />}
      <div class="buttons buttons-foot">
        <a class="button" href={routeHash('home')}>
          {payWords.cancel}
        </a>
        <Button kind="main" busy={pay.busy} off={order === undefined || isNew} onClick={pay.run}>
          {order === undefined ? payWords.pay : payWords.payOf(requestedText(order))}
        </Button>
      </div>
    </>
  )
}
