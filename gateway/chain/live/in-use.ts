import type { Address } from '#shared/model/ids.ts'
import { type Chain, ChainUnavailable, type WalletReading } from '../port.ts'

/** What one node says. */
type Node = Pick<Chain, 'head' | 'readWallets' | 'nonce'>

/** `confirming`: further nodes, each of which has to show every address in use that the first one shows so. */
export function createInUse(node: Node, confirming: readonly Node[]): Pick<Chain, 'inUse'> {
  return {
    async inUse(addresses) {
      const used = await inUseAt(node, addresses)
      const others = await Promise.all(confirming.map((other) => inUseAt(other, used)))
      if (others.every(({ length }) => length === used.length)) return used
      throw new ChainUnavailable('The nodes do not agree on which addresses are in use')
    },
  }
}

/** All at one block. */
async function inUseAt({ head, readWallets, nonce }: Node, addresses: readonly Address[]): Promise<Address[]> {
  if (addresses.length === 0) return []
  const { number } = await head()
  const [readings, nonces] = await Promise.all([
    readWallets([...addresses], number),
    Promise.all(addresses.map((address) => nonce(address, number))),
  ])
  return readings.flatMap((reading, index) => (isInUse(reading, nonces[index]) ? [reading.address] : []))
}

/** The zero handle is that of an address which never had a confidential balance. */
export function isInUse({ wei, stable, handle }: Omit<WalletReading, 'address'>, nonce = 0): boolean {
  return nonce > 0 || wei > 0n || stable > 0n || !/^0x0*$/.test(handle)
}
