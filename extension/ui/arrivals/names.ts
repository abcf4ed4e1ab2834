import type { WalletBalances } from '#shared/model/balances.ts'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { plainLine } from '../../plain-text.ts'
import type { CardName } from '../../store/sealed/notas.ts'
import { isSame } from '../addresses/address-rules.ts'
import { walletName } from '../wallets/wallet-name.ts'

/** Who somebody is, in a line: a wallet of one's own, the owner of a kept card, or an address and no more. */
export function partyName(
  address: string,
  balances: readonly Pick<WalletBalances, 'wallet'>[] | undefined,
  cards: readonly CardName[],
): string {
  const own = balances?.find(({ wallet }) => isSame(wallet.address, address))
  if (own !== undefined) return walletName(own.wallet)
  return cardName(address, cards) ?? shortenAddress(address)
}

/** What the owner of a kept card is called. */
export function cardName(address: string, cards: readonly CardName[], longest = 40): string | undefined {
  const known = cards.find((card) => isSame(card.address, address))
  const name = known === undefined ? '' : plainLine(known.name, longest)
  return name === '' ? undefined : name
}
