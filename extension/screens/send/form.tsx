import { useState } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { plainToken } from '../../plain-text.ts'
import { AmountField } from '../../ui/amounts/amount-field.tsx'
import { sayFlaw } from '../../ui/amounts/amount-rules.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { focusFirst } from '../../ui/hooks/focus/focus-first.ts'
import { flawText } from '../../ui/obstacles/flaw-words.ts'
import { ObstacleNotice } from '../../ui/obstacles/obstacle-notice.tsx'
import { Choice } from '../../ui/parts/choice.tsx'
import type { Surface } from '../../ui/routes/screen.ts'
import { custodialOf } from '../../ui/wallets/wallet-choice.ts'
import { WalletPicker } from '../../ui/wallets/wallet-picker.tsx'
import { orderWords } from '../../words/en/orders/order.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import type { SendDraft } from './draft.ts'
import type { PayeeFlaw, SendFlaws } from './model.ts'
import { Recipient } from './recipient.tsx'

export type SendFormProps = {
  surface: Surface
  /** The wallet that the screen was opened for. */
  asked: string | null
  profileId: string
  draft: SendDraft
  change: (part: Partial<SendDraft>) => void
  from: WalletBalances
  /** Whether the wallet that was chosen is not among them any more. */
  gone: boolean
  all: readonly WalletBalances[]
  contacts: readonly SeenContact[]
  /** When the balances were seen. */
  at: number
  /** Whether confidential amounts are shown only while they are held down. */
  hidden: boolean
  verified: Load<NotaVerification | undefined>
  flaws: SendFlaws
  onReview: () => void
}

export function SendForm(props: SendFormProps) {
  const { draft, from, all, flaws } = props
  const [tried, setTried] = useState(false)
  // What the gateway said of the last try is about what stood there then, and so is the payment of the last review.
  const change = (part: Partial<SendDraft>) => props.change({ flaw: null, payment: null, ...part })
  const refused = (field: 'wallet' | 'amount' | 'to') =>
    draft.flaw?.field === field ? flawText(draft.flaw) : undefined
  const source = draft.confidential ? 'confidential' : 'normal'
  const { token, amount } = from[source]
  return (
    <Form
      action={orderWords.review}
      wide
      buttonsAt="foot"
      onSubmit={() => {
        setTried(true)
        if (flaws.to !== undefined) focusFirst('[name="to"]', '.nota-paste', '.card-held button')
        else if (flaws.amount !== undefined) focusFirst('[name="amount"]')
        else props.onReview()
      }}
    >
      <WalletPicker
        label={orderWords.fromWallet}
        name="walletId"
        list={custodialOf(all)}
        value={from.wallet.id}
        onChange={(walletId) => change({ walletId })}
        error={props.gone ? orderWords.walletGone : refused('wallet')}
      />
      <Recipient
        {...props}
        change={change}
        error={tried && flaws.to !== undefined ? saidOf(flaws.to, draft) : refused('to')}
      />
      <Choice
        legend={sendWords.token}
        name="token"
        options={[
          { value: 'confidential', title: plainToken(from.confidential.token), about: sendWords.hidden },
          { value: 'normal', title: plainToken(from.normal.token), about: sendWords.open },
        ]}
        value={source}
        onChange={(value) => change({ confidential: value === 'confidential' })}
      />
      <ObstacleNotice balances={from} source={source} />
      <AmountField
        value={draft.amount}
        token={token}
        onInput={(typed) => change({ amount: typed })}
        available={{ amount, token, at: props.at, hidden: draft.confidential && props.hidden }}
        error={tried && flaws.amount !== undefined ? sayFlaw(flaws.amount) : refused('amount')}
      />
    </Form>
  )
}

/** A card that cannot be paid says so itself. */
function saidOf(flaw: PayeeFlaw, { nota }: SendDraft): string | undefined {
  const byCard: PayeeFlaw[] = ['card_refused', 'card_is_receipt', 'card_is_request', 'card_broken', 'card_unproven']
  return nota !== null && byCard.includes(flaw) ? undefined : sendWords.flaws[flaw]
}
