import type { World } from '../world/world.ts'

type Underway = {
  count<T>(work: () => Promise<T>): Promise<T>
  none(): boolean
}

/** Decryptions that a payment or a read is waiting for now: the relayer is idle, as far as this process knows, if none. */
export function decryptionsUnderway(world: World): Underway {
  return world.memory.part('decryptions under way', () => {
    let underway = 0
    return {
      async count<T>(work: () => Promise<T>): Promise<T> {
        underway++
        try {
          return await work()
        } finally {
          underway--
        }
      },
      none: () => underway === 0,
    }
  })
}
