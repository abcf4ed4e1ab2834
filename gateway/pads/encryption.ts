import type { Address, Hex } from '#shared/model/ids.ts'
import { ChainUnavailable, type ConfidentialInput } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { notePads } from './counts/note.ts'
import { meansOf, type Renewal } from './means.ts'
import type { Pad } from './pad.ts'
import { askFor } from './pool.ts'
import { giveBack, reservePad } from './reserve.ts'

/** How the amount of a confidential payment is encrypted, and the permission that goes out before it. */
export type Encryption = { renewal?: Renewal | undefined } & (
  | { by: 'proof' }
  /** With a proof that stands for several payments. */
  | { by: 'input'; input: ConfidentialInput }
  /** Not at all: what moves is the balance itself, by its handle. */
  | { by: 'balance'; handle: Hex }
  /** With a proof made ahead. It is given back once the payment has ended, in whatever way (`giveBack`). */
  | { by: 'pad'; pad: Pad }
  /** On chain, of an amount that is public. `isPermitted`: before the renewal is mined. */
  | { by: 'contract'; isPermitted: boolean }
)

const PROOF: Encryption = { by: 'proof' }

/** With a pad where one is ready; else with a proof, after which the wallet may have pads. */
export function transferEncryption(world: World, wallet: Address): Promise<Encryption> {
  return unlessSilent(async () => {
    if (world.config.SOTTO_PADS === 0) return PROOF
    askFor(world, wallet)
    // Both questions at once: somebody waits for the payment.
    const reserving = reservePad(world, wallet)
    reserving.catch(() => {})
    const means = await meansOf(world, wallet).catch(async (error: unknown) => {
      giveBack(world, wallet, await reserving)
      throw error
    })
    const pad = await reserving
    if (means.is === 'there' && means.mayMove && pad !== undefined) return { by: 'pad', pad, renewal: means.renewal }
    giveBack(world, wallet, pad)
    if (means.is !== 'there') return means.is === 'off' ? PROOF : proof(world, wallet, 'no contract')
    return { ...proof(world, wallet, means.mayMove ? 'none ready' : 'no right'), renewal: means.renewal }
  })
}

/** By the contract where the chain has it: the amount of a burn becomes public anyway. What moves into a float stays hidden. */
export function redeemEncryption(world: World, wallet: Address): Promise<Encryption> {
  return unlessSilent(async () => {
    if (world.config.SOTTO_REDEEM_MODE === 'float') return PROOF
    const means = await meansOf(world, wallet)
    if (means.is === 'off') return PROOF
    if (means.is === 'no contract') return proof(world, wallet, 'no contract')
    if (!means.mayMove && means.renewal === undefined) return proof(world, wallet, 'no right')
    return { by: 'contract', isPermitted: means.mayMove, renewal: means.renewal }
  })
}

function proof(world: World, wallet: Address, reason: 'no contract' | 'no right' | 'none ready'): Encryption {
  notePads(world, wallet, reason)
  return PROOF
}

/** What a chain does not answer now, the payment asks it again: it says what becomes of that. */
async function unlessSilent(decide: () => Promise<Encryption>): Promise<Encryption> {
  try {
    return await decide()
  } catch (error) {
    if (error instanceof ChainUnavailable) return PROOF
    throw error
  }
}
