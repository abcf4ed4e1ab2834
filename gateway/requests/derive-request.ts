import type { Signer } from '../chain/port.ts'
import { IDS, idOf } from '../world/new-id.ts'
import type { World } from '../world/world.ts'

/** Where a request comes from: seeds are numbered from 1, indexes of an account and seed from 0. */
export type RequestOrigin = { accountId: string; generation: number; index: number }

/** `secret`: what stands in the link to its page, 128 bits in base64url. */
export type DerivedRequest = { id: string; signer: Signer; secret: string }

/** 128 bits more than a key or an ID has, so that none is likelier than another (FIPS 186-5, A.2.1). */
const KEY_BYTES = 48
const ID_BYTES = 32
const SECRET_BYTES = 16

/** A request's ID, key and link, each derived from the wallet seed by itself, as those of wallets are, and none of theirs. */
export function deriveRequest({ keys, chain }: Pick<World, 'keys' | 'chain'>, origin: RequestOrigin): DerivedRequest {
  const { accountId, generation, index } = origin
  const bytes = (what: 'key' | 'id' | 'link', length: number) =>
    keys.derive({ walletSeed: generation }, `request ${what}\0${accountId}\0${index}`, length)
  return {
    id: idOf(BigInt(`0x${bytes('id', ID_BYTES).toString('hex')}`) % IDS),
    signer: chain.wallets.derive(bytes('key', KEY_BYTES)),
    secret: bytes('link', SECRET_BYTES).toString('base64url'),
  }
}
