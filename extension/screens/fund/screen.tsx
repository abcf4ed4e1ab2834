import { FUND_DEFAULT, FUND_MAX } from '#shared/limits.ts'
import type { ScreenProps } from '../../ui/screen.ts'
import { type WalletOrderPlan, WalletOrderScreen } from '../../ui/wallet-order-screen.tsx'
import * as words from '../../words/en.ts'
import { getsGas, reviewOf } from './model.ts'

const plan: WalletOrderPlan = {
  verb: 'fund',
  title: words.fund.title,
  about: (balances) => (getsGas(balances) ? `${words.fund.about} ${words.fund.gas}` : words.fund.about),
  walletLabel: words.order.toWallet,
  listed: (all) => [...all],
  none: words.order.noWallet,
  token: ({ normal }) => normal.token,
  most: FUND_MAX,
  limitSaid: words.fund.limit(FUND_MAX),
  overLimit: words.fund.overLimit(FUND_MAX),
  firstAmount: FUND_DEFAULT,
  reviewTitle: words.fund.reviewTitle,
  confirm: words.fund.confirm,
  lines: reviewOf,
}

/** Test money from the faucet, for any wallet of the account. */
export function Fund(props: ScreenProps) {
  return <WalletOrderScreen {...props} plan={plan} />
}
