import type { WalletBalances } from '#shared/model/balances.ts'
import { plainToken } from '../../ui/plain-text.ts'
import type { ScreenProps } from '../../ui/screen.ts'
import { custodialOf } from '../../ui/wallet-choice.ts'
import { type WalletOrderPlan, WalletOrderScreen } from '../../ui/wallet-order-screen.tsx'
import * as words from '../../words/en.ts'
import { legsOf, reviewOf } from './model.ts'

const plan: WalletOrderPlan = {
  verb: 'redeem',
  title: words.redeem.title,
  about: (balances) => <About balances={balances} />,
  walletLabel: words.order.fields.wallet,
  listed: custodialOf,
  none: words.order.noCustodial,
  token: ({ confidential }) => confidential.token,
  source: 'confidential',
  firstAmount: '',
  reviewTitle: words.redeem.reviewTitle,
  confirm: words.redeem.confirm,
  lines: reviewOf,
}

/** Confidential money of a wallet becomes public again, in two legs. */
export function Redeem(props: ScreenProps) {
  return <WalletOrderScreen {...props} plan={plan} />
}

function About({ balances }: { balances: WalletBalances }) {
  const { normal, confidential } = balances
  return (
    <>
      <p>{words.redeem.about(plainToken(confidential.token), plainToken(normal.token))}</p>
      <p>{words.redeem.legs}</p>
      <ol class="legs-told">
        {legsOf(balances).map((leg) => (
          <li key={leg}>{leg}</li>
        ))}
      </ol>
      <p>{words.redeem.ledger}</p>
    </>
  )
}
