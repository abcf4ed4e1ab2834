import type { Wallet } from '#shared/model/wallet.ts'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { plainLine } from '../../plain-text.ts'

type Named = Pick<Wallet, 'label' | 'address'>

/** What a wallet is called in a sentence or an option: its label, else its address, shortened. */
export function walletName({ label, address }: Named): string {
  const line = label === null ? '' : plainLine(label, 40)
  return line === '' ? shortenAddress(address) : line
}

/** The same where wallets are told apart: two may have one label. */
export function walletLine(wallet: Named): string {
  const name = walletName(wallet)
  const short = shortenAddress(wallet.address)
  return name === short ? short : `${name} · ${short}`
}
