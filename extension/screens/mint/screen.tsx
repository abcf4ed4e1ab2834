import { plainToken } from '../../ui/plain-text.ts'
import type { ScreenProps } from '../../ui/screen.ts'
import { custodialOf } from '../../ui/wallet-choice.ts'
import { type WalletOrderPlan, WalletOrderScreen } from '../../ui/wallet-order-screen.tsx'
import * as words from '../../words/en.ts'
import { reviewOf } from './model.ts'

const plan: WalletOrderPlan = {
  verb: 'mint',
  title: words.mint.title,
  about: ({ normal, confidential }) =>
    `${words.mint.about(plainToken(normal.token), plainToken(confidential.token))} ${words.mint.ledger}`,
  walletLabel: words.order.fields.wallet,
  listed: custodialOf,
  none: words.order.noCustodial,
  token: ({ normal }) => normal.token,
  source: 'normal',
  firstAmount: '',
  reviewTitle: words.mint.reviewTitle,
  confirm: words.mint.confirm,
  lines: reviewOf,
}

/** Public money of a wallet becomes confidential. */
export function Mint(props: ScreenProps) {
  return <WalletOrderScreen {...props} plan={plan} />
}
