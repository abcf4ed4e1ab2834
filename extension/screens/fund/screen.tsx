import { FUND_DEFAULT, FUND_MAX } from '#shared/limits.ts'
import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import { type WalletOrderPlan, WalletOrderScreen } from '../../ui/orders/wallet-order-screen.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { fundWords } from '../../words/en/orders/fund.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { getsGas, reviewOf } from './model.ts'

/** Made anew each time: its words are those of the language that is spoken then. */
const plan = (): WalletOrderPlan => ({
  verb: 'fund',
  title: fundWords.title,
  about: (balances) => (getsGas(balances) ? `${fundWords.about} ${fundWords.gas}` : fundWords.about),
  walletLabel: orderWords.toWallet,
  listed: (all) => [...all],
  none: orderWords.noWallet,
  token: ({ normal }) => normal.token,
  most: FUND_MAX,
  limitText: fundWords.limit(amountText(FUND_MAX)),
  overLimit: fundWords.overLimit(amountText(FUND_MAX)),
  firstAmount: FUND_DEFAULT,
  reviewTitle: fundWords.reviewTitle,
  confirm: fundWords.confirm,
  lines: reviewOf,
})

/** Test money from the faucet, for any wallet of the account. */
export function Fund(props: ScreenProps) {
  return <WalletOrderScreen {...props} plan={plan()} />
}
