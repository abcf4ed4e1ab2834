import type { World } from '../../world/world.ts'

/** The last block that was made before a moment, among the first so many, found by halves; block 0 where none was. */
export async function lastBlockBefore({ chain }: Pick<World, 'chain'>, seconds: number, newest: number) {
  let [before, after] = [0, newest + 1]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    const block = await chain.block(middle)
    if (block !== undefined && block.time < seconds) before = middle
    else after = middle
  }
  return before
}
