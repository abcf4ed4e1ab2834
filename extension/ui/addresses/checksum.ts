import { getAddress } from 'viem/utils'

/** The EIP-55 spelling of an address, whatever its own. Import this module when it is needed: it brings Keccak along. */
export function checksumOf(address: string): string {
  return getAddress(address.toLowerCase())
}
