import type { WalletBalances } from '#shared/model/balances.ts'
import { plainToken } from '../../plain-text.ts'
import { type WalletOrderPlan, WalletOrderScreen } from '../../ui/orders/wallet-order-screen.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { custodialOf } from '../../ui/wallets/wallet-choice.ts'
import { quickWords } from '../../words/en/home.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { redeemWords } from '../../words/en/orders/redeem.ts'
import { legsOf, reviewOf } from './model.ts'

/** Made anew each time: its words are those of the language that is spoken then. */
const plan = (): WalletOrderPlan => ({
  verb: 'redeem',
  title: redeemWords.title,
  subtitle: quickWords.subtitles.redeem,
  about: (balances) => <About balances={balances} />,
  walletLabel: orderWords.fields.wallet,
  listed: custodialOf,
  none: orderWords.noCustodial,
  token: ({ confidential }) => confidential.token,
  source: 'confidential',
  firstAmount: '',
  reviewTitle: redeemWords.reviewTitle,
  confirm: redeemWords.confirm,
  lines: reviewOf,
})

/** Confidential money of a wallet becomes public again, in two legs. */
export function Redeem(props: ScreenProps) {
  return <WalletOrderScreen {...props} plan={plan()} />
}

function About({ balances }: { balances: WalletBalances }) {
  const { normal, confidential } = balances
  return (
    <>
      <p>{redeemWords.about(plainToken(confidential.token), plainToken(normal.token))}</p>
      <p>{redeemWords.legs}</p>
      <ol class="legs-told">
        {legsOf(balances).map((leg) => (
          <li key={leg}>{leg}</li>
        ))}
      </ol>
      <p>{redeemWords.ledger}</p>
    </>
  )
}
