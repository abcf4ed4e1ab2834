import { useEffect, useState } from 'preact/hooks'
import { useContacts } from '../../ui/contacts/use-contacts.ts'
import { useVerified } from '../../ui/notas/use-verified.ts'
import { useDraft } from '../../ui/orders/draft.ts'
import { OrderScreen, type OrderSteps } from '../../ui/orders/order-screen.tsx'
import { useHeldReview } from '../../ui/orders/use-held-review.ts'
import { unreviewed } from '../../ui/orders/wallet-order.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { custodialOf, wishedOf } from '../../ui/wallets/wallet-choice.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { freshSend, SendDraft, sendDraftName } from './draft.ts'
import { SendForm } from './form.tsx'
import { fixedBy, sendOrder } from './model.ts'
import { SendReview } from './send-review.tsx'

/** Money to somebody else, or to another wallet of one's own. */
export function Send(props: ScreenProps) {
  return (
    <OrderScreen
      {...props}
      title={sendWords.title}
      reviewTitle={sendWords.reviewTitle}
      icon="send"
      listed={custodialOf}
      none={orderWords.noCustodial}
      actions={
        <a class="button button-quiet" href={routeHash('batches')}>
          {batchesWords.link}
        </a>
      }
    >
      {(steps) => <Steps {...props} {...steps} />}
    </OrderScreen>
  )
}

function Steps({ all, at, reviewing, review, change: backToForm, ...props }: ScreenProps & OrderSteps) {
  const { profile, params, settings, surface } = props
  const asked = params.get('wallet')
  const name = sendDraftName(profile.id, asked)
  const { draft, change } = useDraft(name, SendDraft, { ...freshSend, walletId: asked }, unreviewed)
  const verified = useVerified(profile.id, draft?.nota?.text)
  const contacts = useContacts(profile.id)
  const spell = useSpelling()
  const wished = draft && wishedOf(custodialOf(all), draft.walletId)
  const made = wished && spell && sendOrder(draft, { from: wished.from, all, card: verified, contacts, spell })
  const holds = made && ('order' in made && !wished.gone && draft.payment !== null ? made.order : null)
  const isHeld = useHeldReview(reviewing, holds, backToForm)
  if (draft === undefined || wished === undefined || made === undefined) return null

  const { from, gone } = wished
  if (isHeld && 'order' in made && draft.payment !== null) {
    return (
      <SendReview
        {...made}
        payment={draft.payment}
        profileId={profile.id}
        from={from}
        own={all.map(({ wallet }) => wallet.address)}
        contacts={contacts}
        confidential={draft.confidential}
        draftName={name}
        onBack={backToForm}
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
      gone={gone && draft.walletId !== asked}
      all={all}
      contacts={contacts}
      at={at}
      hidden={settings.hideConfidential}
      verified={verified}
      flaws={'flaws' in made ? made.flaws : {}}
      onReview={() => {
        if (!('payee' in made)) return
        change({ walletId: from.wallet.id, ...fixedBy(made.payee), payment: draft.payment ?? crypto.randomUUID() })
        review()
      }}
    />
  )
}

/** The checksum's code comes when somebody is about to send. */
function useSpelling(): ((address: string) => string) | undefined {
  const [spell, setSpell] = useState<(address: string) => string>()
  useEffect(() => {
    void import('../../ui/addresses/checksum.ts').then(({ checksumOf }) => setSpell(() => checksumOf))
  }, [])
  return spell
}
