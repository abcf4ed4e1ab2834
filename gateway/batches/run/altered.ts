import type { World } from '../../world/world.ts'

/** Says once of each batch, or row of one, that somebody has altered it in the database: nothing is paid by it. */
export function sayAltered(world: World): (id: string) => void {
  const said = world.memory.part('altered batches', () => new Set<string>())
  return (id) => {
    if (said.has(id)) return
    said.add(id)
    world.log.error({ id }, 'somebody has altered this batch, or row of one, in the database: nothing is paid by it')
  }
}
