import { Address } from '#shared/ui/kit/values/address.tsx'
import { plainLine } from '../../plain-text.ts'
import type { CardName } from '../../store/sealed/notas.ts'
import { cardName } from '../arrivals/names.ts'
import { isSame } from './address-rules.ts'
import '../styles/facts.css'

type Named = { id: string; address: string; label: string | null }

type PartyProps = { address: string; wallets: readonly Named[]; cards?: readonly CardName[] }

/** Somebody by address, and by name where it is a wallet of one's own or the owner of a kept card. */
export function Party({ address, wallets, cards = [] }: PartyProps) {
  const own = wallets.find((wallet) => isSame(wallet.address, address))
  const label = own?.label == null ? '' : plainLine(own.label, 100)
  const name = own === undefined ? (cardName(address, cards, 100) ?? '') : label
  return (
    <span class="party">
      {name !== '' && <bdi class="fact-label">{name}</bdi>}
      <Address value={address} copy />
    </span>
  )
}
