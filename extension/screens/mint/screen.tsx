import { plainToken } from '../../plain-text.ts'
import { type WalletOrderPlan, WalletOrderScreen } from '../../ui/orders/wallet-order-screen.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { custodialOf } from '../../ui/wallets/wallet-choice.ts'
import { quickWords } from '../../words/en/home.ts'
import { mintWords } from '../../words/en/orders/mint.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { observedText, reviewOf } from './model.ts'

/** Made anew each time: its words are those of the language that is spoken then. */
const plan = (): WalletOrderPlan => ({
  verb: 'mint',
  title: mintWords.title,
  subtitle: quickWords.subtitles.mint,
  about: (balances) => {
    const { normal, confidential } = balances
    const about = mintWords.about(plainToken(normal.token), plainToken(confidential.token))
    return [about, mintWords.ledger, observedText(balances)].filter((text) => text !== undefined).join(' ')
  },
  walletLabel: orderWords.fields.wallet,
  listed: custodialOf,
  none: orderWords.noCustodial,
  token: ({ normal }) => normal.token,
  source: 'normal',
  firstAmount: '',
  reviewTitle: mintWords.reviewTitle,
  confirm: mintWords.confirm,
  lines: reviewOf,
})

/** Public money of a wallet becomes confidential. */
export function Mint(props: ScreenProps) {
  return <WalletOrderScreen {...props} plan={plan()} />
}
