import type { Hex } from '#shared/model/ids.ts'
import { type Operation, operandsOf } from '../fhe/operation.ts'
import type { World } from '../world/world.ts'

/** A proven computation that lacks an operand, with the operands that were known when it was seen. */
export type Waiting = { operation: Operation; operands: ReadonlyMap<Hex, bigint> }

/** A gateway that forgets the oldest of so many decrypts once more: a receipt is seldom overtaken by many others. */
const KEPT = 2_000

type WaitingRoom = {
  add(operation: Operation, get: (handle: Hex) => bigint | undefined): void
  /** Those that lacked one of these; they are not kept any longer. */
  take(handles: Iterable<Hex>): Waiting[]
}

/** Computations of this process that lack an operand, by that operand. */
export function waitingIn(world: World): WaitingRoom {
  return world.memory.part('computations that wait', createWaitingRoom)
}

function createWaitingRoom(): WaitingRoom {
  const byMissing = new Map<Hex, Map<Hex, Waiting>>()
  return {
    add(operation, get) {
      const operands = new Map<Hex, bigint>()
      const lacking: Hex[] = []
      for (const handle of operandsOf(operation)) {
        const value = get(handle)
        if (value === undefined) lacking.push(handle)
        else operands.set(handle, value)
      }
      // Under each: of a choice only the chosen one has to be found. (A random number lacks nothing, and is never known.)
      for (const handle of lacking) {
        const there = byMissing.get(handle) ?? new Map<Hex, Waiting>()
        byMissing.set(handle, there.set(operation.result, { operation, operands }))
      }
      for (const oldest of byMissing.keys()) {
        if (byMissing.size <= KEPT) break
        byMissing.delete(oldest)
      }
    },
    take(handles) {
      return [...handles].flatMap((handle) => {
        const there = byMissing.get(handle)
        byMissing.delete(handle)
        return there === undefined ? [] : [...there.values()]
      })
    },
  }
}
