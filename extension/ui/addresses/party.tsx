import { Address } from '#shared/ui/kit/address.tsx'
import { plainLine } from '../../plain-text.ts'
import { isSame } from './address-rules.ts'
import '../styles/facts.css'

type Named = { id: string; address: string; label: string | null }

/** Somebody by address, and by label where it is a wallet of one's own. */
export function Party({ address, wallets }: { address: string; wallets: readonly Named[] }) {
  const own = wallets.find((wallet) => isSame(wallet.address, address))
  const name = own?.label == null ? '' : plainLine(own.label, 100)
  return (
    <span class="party">
      {name !== '' && <bdi class="fact-label">{name}</bdi>}
      <Address value={address} copy />
    </span>
  )
}
