import type { Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { handleOfCall } from '../../legs/evidence/claimed.ts'
import { includedAt, isFinal } from '../../legs/evidence/inclusion.ts'
import { inclusionNow } from '../../legs/reconciling/unattributed/inclusion.ts'
import type { Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import type { World } from '../../world/world.ts'

/**
 * The handle of what a confidential call moved that was found on chain, asked anew and proven by its own input: what a payment
 * is said to have moved stands for ever, and was noted on the word of a node. Null where the call reverted for good. Throws
 * `ChainUnavailable` while that cannot be told; what no node shows is sent again.
 */
export async function handleNow(world: World, one: Unattributed): Promise<Hex | null> {
  const { hash, raw, sender, does } = one
  const seen = await includedAt(world, hash, { old: true })
  if (seen === undefined) await inclusionNow(world, one)
  else if (!seen.receipt.success && (await isFinal(world, seen))) return null
  else {
    const leg = { kind: does === 'unwrap' ? 'unwrap' : 'transfer', sender } as const
    const handle = await handleOfCall(world, { leg, raw, receipt: seen.receipt })
    if (handle !== undefined) return handle
  }
  throw new ChainUnavailable(`What ${hash} moved`)
}
