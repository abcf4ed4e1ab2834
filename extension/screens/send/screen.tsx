import { useEffect, useState } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Button } from '#shared/ui/kit/button.tsx'
import { Empty } from '#shared/ui/kit/empty.tsx'
import { Loaded } from '#shared/ui/kit/loaded.tsx'
import { useDraft } from '../../ui/draft.ts'
import { Heading } from '../../ui/heading.tsx'
import { MayNotPay } from '../../ui/may-not-pay.tsx'
import { go } from '../../ui/route.ts'
import type { ScreenProps } from '../../ui/screen.ts'
import { useBalances } from '../../ui/use-balances.ts'
import { useStepFocus } from '../../ui/use-step-focus.ts'
import { useVerified } from '../../ui/use-verified.ts'
import { chosenOf, custodialOf } from '../../ui/wallet-choice.ts'
import { orderWords } from '../../words/en/order.ts'
import { sendWords } from '../../words/en/send.ts'
import { freshSend, SendDraft, sendDraftName } from './draft.ts'
import { SendForm } from './form.tsx'
import { sendOrder } from './model.ts'
import { SendReview } from './send-review.tsx'

/** Money to somebody else, or to another wallet of one's own. */
export function Send(props: ScreenProps) {
  const balances = useBalances(props)
  const [reviewing, setReviewing] = useState(false)
  useStepFocus(String(reviewing))
  const create = (
    <Button kind="main" onClick={() => go('wallets')}>
      {orderWords.createWallet}
    </Button>
  )
  return (
    <>
      <Heading back="home">{reviewing ? sendWords.reviewTitle : sendWords.title}</Heading>
      <MayNotPay profile={props.profile} />
      <Loaded
        of={balances}
        empty={(all) => custodialOf(all).length === 0}
        whenEmpty={
          <Empty icon="send" action={create}>
            {orderWords.noCustodial}
          </Empty>
        }
      >
        {(all) => (
          <Steps
            {...props}
            all={all}
            at={balances.is === 'ready' ? balances.at : 0}
            reviewing={reviewing}
            onReviewing={setReviewing}
          />
        )}
      </Loaded>
    </>
  )
}

type StepsProps = ScreenProps & {
  all: WalletBalances[]
  at: number
  reviewing: boolean
  onReviewing: (reviewing: boolean) => void
}

function Steps({ all, at, reviewing, onReviewing, profile, params, settings, surface }: StepsProps) {
  const asked = params.get('wallet')
  const name = sendDraftName(profile.id, asked)
  const { draft, change } = useDraft(name, SendDraft, { ...freshSend, walletId: asked })
  const verified = useVerified(profile.id, draft?.nota?.text)
  const spell = useSpelling()
  const from = chosenOf(custodialOf(all), draft?.walletId ?? undefined)
  if (draft === undefined || spell === undefined || from === undefined) return null

  const made = sendOrder(draft, { from, all, card: verified, spell })
  if (reviewing && 'order' in made && draft.payment !== null) {
    return (
      <SendReview
        {...made}
        payment={draft.payment}
        profileId={profile.id}
        from={from}
        own={all.map(({ wallet }) => wallet.address)}
        confidential={draft.confidential}
        draftName={name}
        onBack={() => onReviewing(false)}
      />
    )
  }
  return (
    <SendForm
      surface={surface}
      asked={asked}
      profileId={profile.id}
      draft={draft}
      change={change}
      from={from}
      all={all}
      at={at}
      hidden={settings.hideConfidential}
      verified={verified}
      flaws={'flaws' in made ? made.flaws : {}}
      onReview={() => {
        change({ walletId: from.wallet.id, payment: draft.payment ?? crypto.randomUUID() })
        onReviewing(true)
      }}
    />
  )
}

/** The checksum's code comes when somebody is about to send. */
function useSpelling(): ((address: string) => string) | undefined {
  const [spell, setSpell] = useState<(address: string) => string>()
  useEffect(() => {
    void import('../../ui/checksum.ts').then(({ checksumOf }) => setSpell(() => checksumOf))
  }, [])
  return spell
}
