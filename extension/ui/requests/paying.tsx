import type { WalletBalances } from '#shared/model/balances.ts'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { plainToken } from '../../plain-text.ts'
import type { RequestRead } from '../../sites/payments/rules.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { payWords } from '../../words/en/requests.ts'
import { AmountField } from '../amounts/amount-field.tsx'
import { sayFlaw } from '../amounts/amount-rules.ts'
import { PrivateAmount } from '../amounts/private-amount.tsx'
import { feeText, GAS } from '../orders/fee.ts'
import { type Fact, Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { custodialOf } from '../wallets/wallet-choice.ts'
import { WalletPicker, type WalletPickerProps } from '../wallets/wallet-picker.tsx'
import type { Payer, Paying as PayingFrom } from './payer.ts'

export type PayingProps = {
  profileId: string
  read: Pick<RequestRead, 'verdict' | 'open'>
  payer: Payer
  all: readonly WalletBalances[]
  /** When the balances were seen. */
  at: number
  /** Whether confidential amounts are shown only while they are held down. */
  hidden: boolean
  typed: string
  onType: (amount: string) => void
  onWallet: (id: string) => void
}

/** From which wallet it is paid, what it costs, and what is left then. */
export function Paying({ payer, ...props }: PayingProps) {
  const words = payWords
  if (payer.is === 'none') return <Notice tone="warn" icon="warning" title={words.payers.none} />
  const token = plainToken(props.read.verdict.subject.token)
  if (payer.is === 'token') return <Notice tone="warn" icon="warning" title={words.payers.token(token)} />
  if (payer.is === 'gone') return <Gone {...props} />
  return <From {...props} payer={payer} short={payer.is === 'short'} token={token} />
}

function Gone({ all, onWallet }: Pick<PayingProps, 'all' | 'onWallet'>) {
  return (
    <section class="request-paying">
      <Picker all={all} value={undefined} onWallet={onWallet} error={orderWords.walletGone} />
    </section>
  )
}

type PickerProps = Pick<PayingProps, 'all' | 'onWallet'> & Pick<WalletPickerProps, 'value' | 'error'>

function Picker({ all, onWallet, ...props }: PickerProps) {
  return <WalletPicker {...props} label={payWords.from} name="walletId" list={custodialOf(all)} onChange={onWallet} />
}

type FromProps = Omit<PayingProps, 'payer'> & { payer: PayingFrom; short: boolean; token: string }

function From({ profileId, read: request, payer, all, at, hidden, typed, onType, onWallet, short, token }: FromProps) {
  const words = payWords
  const { from, source, flaw, afterwards } = payer
  const private_ = source === 'confidential' && hidden
  const open = request.open === null
  const walletId = from.wallet.id
  const gasPrice = useLoad(async () => (await read(profileId, 'getGas', { walletId })).gasPrice.wei, [walletId])
  const facts: Fact[] = [
    {
      name: words.afterwards,
      value: afterwards === null ? undefined : <PrivateAmount value={afterwards} token={token} hidden={private_} />,
    },
    {
      name: orderWords.fee,
      value:
        gasPrice.is === 'ready'
          ? feeText(GAS[source], gasPrice.value, from.eth.amount)
          : gasPrice.is === 'waiting'
            ? orderWords.feeWaiting
            : orderWords.feeUnknown,
    },
  ]
  return (
    <section class="request-paying">
      <Picker all={all} value={walletId} onWallet={onWallet} />
      {open && (
        <AmountField
          value={typed}
          token={token}
          onInput={onType}
          available={{ amount: from[source].amount, token, at, hidden: private_ }}
          error={flaw === undefined || typed === '' || flaw === 'over_balance' ? undefined : sayFlaw(flaw)}
        />
      )}
      {short && !open && <Notice tone="warn" icon="warning" title={words.payers.short(token)} />}
      <Facts facts={facts} />
      <p class="hint">{source === 'confidential' ? sendWords.hidden : sendWords.open}</p>
    </section>
  )
}
