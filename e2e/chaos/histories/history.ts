import fc from 'fast-check'
import type { Mode } from '../stage.ts'
import type { Model } from './commands.ts'
import { Town } from './town.ts'

const order = ['PENDING', 'SETTLING', 'SETTLED', 'FAILED']

/** Plays histories of random commands, and holds the end of each against the ledger. Throws with the shortest that fails. */
export async function playHistories(
  commands: fc.Arbitrary<fc.AsyncCommand<Model, Town>>[],
  plan: { mode: Mode; runs: number; seed?: number; maxCommands?: number },
): Promise<void> {
  const { mode, runs, seed, maxCommands = 40 } = plan
  const property = fc.asyncProperty(fc.commands(commands, { maxCommands }), async (history) => {
    const town = await Town.found(mode)
    try {
      await fc.asyncModelRun(() => ({ model: { wishes: 0 }, real: town }), history)
      const left = await town.rest()
      const problems = [
        ...left.map(({ verb, key, seen }) => `stuck: ${verb} ${key} is ${seen.at(-1)}`),
        ...town.wishes.filter(({ ids }) => ids.size > 1).map(({ key }) => `doubled: ${key} made two transactions`),
        ...town.wishes.flatMap(({ key, seen }) => (goesBack(seen) ? [`${key} went back: ${seen.join(' → ')}`] : [])),
        ...town.differences(),
      ]
      if (problems.length > 0) throw new Error(problems.join('\n'))
    } finally {
      await town.world.db.destroy()
    }
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: false, ...(seed === undefined ? {} : { seed }) })
}

/** No status moves backwards, and a terminal one stays. */
function goesBack(seen: string[]): boolean {
  return seen.some((status, index) => {
    const before = seen[index - 1]
    if (before === undefined || before === status) return false
    return before === 'SETTLED' || before === 'FAILED' || order.indexOf(status) < order.indexOf(before)
  })
}
