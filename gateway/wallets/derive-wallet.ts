import type { Signer } from '../chain/port.ts'
import type { World } from '../world/world.ts'

/** Where a custodial wallet comes from: seeds are numbered from 1, indexes of an account and seed from 0. */
export type WalletOrigin = { accountId: string; generation: number; index: number }

export type DerivedWallet = { id: string; signer: Signer }

/** Bytes that a key is made from: 128 bits more than the key has, so that no key is likelier than another (FIPS 186-5, A.2.1). */
const KEY_BYTES = 48
const ID_BYTES = 32

/**
 * A wallet's ID and key, each derived from the seed by itself. There is no key of an account in between: the keys and IDs
 * of some wallets, exported ones say, reveal nothing of the seed or of any other.
 */
export function deriveWallet({ keys, chain }: Pick<World, 'keys' | 'chain'>, origin: WalletOrigin): DerivedWallet {
  const { accountId, generation, index } = origin
  const bytes = (what: 'key' | 'id', length: number) =>
    keys.derive({ walletSeed: generation }, `wallet ${what}\0${accountId}\0${index}`, length)
  return { id: idOf(bytes('id', ID_BYTES)), signer: chain.wallets.derive(bytes('key', KEY_BYTES)) }
}

/** An ID in the form of `newId`: a letter and 23 letters or digits. */
function idOf(bytes: Buffer): string {
  const number = BigInt(`0x${bytes.toString('hex')}`)
  const letter = String.fromCharCode('a'.charCodeAt(0) + Number(number % 26n))
  return letter + ((number / 26n) % 36n ** 23n).toString(36).padStart(23, '0')
}
