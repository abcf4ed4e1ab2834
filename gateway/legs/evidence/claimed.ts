import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../../chain/port.ts'
import { executorOf } from '../../decryption/executor.ts'
import { FheType, isComputed, typeOf } from '../../fhe/types.ts'
import type { World } from '../../world/world.ts'
import type { Leg } from '../store.ts'
import { isAgreed } from './agreement.ts'
import { type Effect, hiddenEffectOf } from './effect.ts'

/**
 * What a call did confidentially as the events of its receipt claim it, where the chain runs an executor whose handles nobody
 * here can prove: the money has moved all the same, and must not wait for a newer Sotto. Undefined under an executor that is
 * known: there a handle that proves nothing is a lie.
 *
 * A node could name the handle of another call. So further nodes must show the same, no two legs have one handle
 * (`observe.ts`), and only what the KMS opens counts as moved (`derives` in `decryption/executor.ts`).
 */
export async function claimedEffect(world: World, leg: Leg, raw: Hex, receipt: Receipt): Promise<Effect | undefined> {
  const input = world.chain.inputIn(raw)
  if (input === undefined) return undefined
  const meaning = world.chain.calls.meaningOf(world.chain.callIn(raw))
  const receiver = meaning?.does === 'hidden transfer' ? meaning.to : undefined
  const shown = { ...receipt, confidentialMoves: receipt.confidentialMoves.filter(({ to }) => to === receiver) }
  const effect = hiddenEffectOf(leg, shown, ({ claimedInput }) => claimedInput === input)
  if (effect?.handle == null || !isAmount(effect.handle)) return undefined
  const { known } = await executorOf(world, { inDoubt: true })
  return !known && (await isAgreed(world, leg, receipt)) ? effect : undefined
}

/** What the gateway encrypted itself stands for an amount that it knows, and proves nothing of what was moved. */
const isAmount = (handle: Hex) => isComputed(handle) && typeOf(handle) === FheType.uint64
