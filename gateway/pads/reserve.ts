import type { Address } from '#shared/model/ids.ts'
import type { World } from '../world/world.ts'
import { notePads } from './counts/note.ts'
import type { Pad } from './pad.ts'
import { dropPads, putPads, takePad } from './pool.ts'

/** A pad that the chain accepts now; undefined where none is ready. `giveBack` ends it. */
export async function reservePad(world: World, wallet: Address): Promise<Pad | undefined> {
  const pad = takePad(world, wallet)
  if (pad === undefined) return undefined
  const state = await world.chain.pads.stateOf(wallet, pad.input).catch((error: unknown) => {
    putPads(world, wallet, [pad])
    throw error
  })
  if (state === 'ready') return pad
  if (state === 'no right') {
    putPads(world, wallet, [pad])
    return undefined
  }
  // Whatever made this one void, such as a change of keys, did the same to those beside it.
  notePads(world, wallet, 'thrown away', 1 + dropPads(world, wallet))
  return undefined
}

/** Back into the pool, unless it was spent: then it is burned, whatever became of its payment. */
export function giveBack(world: World, wallet: Address, pad: Pad | undefined): void {
  if (pad === undefined) return
  if (pad.isSpent) notePads(world, wallet, 'used')
  putPads(world, wallet, [pad])
}
