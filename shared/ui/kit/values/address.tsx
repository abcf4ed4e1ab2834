import { kitWords } from '../../words/kit.ts'
import { Copy } from '../buttons/copy.tsx'
import { shortenAddress } from './shorten-address.ts'

export type AddressProps = {
  value: string
  /** What it is, where it is not an address. */
  what?: keyof typeof kitWords.copyOf
  copy?: boolean
  /** Every digit, where it is to be checked before money is sent to it. */
  full?: boolean
}

/** An address, or what is as long as one, shortened in the middle; a reader hears and a hover shows all of it. */
export function Address({ value, what = 'address', copy = false, full = false }: AddressProps) {
  const short = full ? value : shortenAddress(value)
  return (
    <span class="address">
      <bdi class={full ? 'address-text' : 'address-text address-short'} title={value}>
        <span aria-hidden={short === value ? undefined : 'true'}>{short}</span>
        {short !== value && <span class="unseen">{value}</span>}
      </bdi>
      {copy && <Copy small text={value} label={kitWords.copyOf[what](shortenAddress(value))} />}
    </span>
  )
}
