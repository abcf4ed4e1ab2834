import fc from 'fast-check'
import type { Amounts, Mode } from '../stage.ts'
import type { Model } from './commands.ts'
import { rest } from './rest.ts'
import { differencesIn, owedIn, type Seen, seenIn } from './sums.ts'
import { Town } from './town.ts'

const order = ['PENDING', 'SETTLING', 'SETTLED', 'FAILED']

/**
 * Plays histories of random commands, and holds the end of each against the ledger. Throws with the shortest that fails;
 * else says what they went through.
 */
export async function playHistories(
  commands: fc.Arbitrary<fc.AsyncCommand<Model, Town>>[],
  plan: { mode: Mode; amounts?: Amounts; runs: number; seed?: number; maxCommands?: number; confirmations?: number },
): Promise<Seen> {
  const { mode, amounts, runs, seed, maxCommands = 40, confirmations } = plan
  const all: Seen = {
    payments: 0,
    superseded: 0,
    nonceGaps: 0,
    replaced: 0,
    cancelled: 0,
    lies: 0,
    remined: 0,
    restores: 0,
  }
  // The size: else fast-check makes histories of five commands, in which next to nothing can meet.
  const histories = fc.commands(commands, { maxCommands, size: 'max' })
  const property = fc.asyncProperty(histories, fc.constantFrom('plenty', 'scarce'), async (history, float) => {
    const town = await Town.found(mode, float, amounts, confirmations)
    try {
      await fc.asyncModelRun(() => ({ model: { wishes: 0 }, real: town }), history)
      const left = await rest(town)
      const problems = [
        ...left.map(({ verb, key, seen }) => `stuck: ${verb} ${key} is ${seen.at(-1)}`),
        ...town.wishes.filter(({ ids }) => ids.size > 1).map(({ key }) => `doubled: ${key} made two transactions`),
        ...town.wishes.flatMap(({ key, seen }) => (goesBack(seen) ? [`${key} went back: ${seen.join(' → ')}`] : [])),
        ...(await differencesIn(town)),
        ...(await owedIn(town)),
      ]
      for (const [name, count] of Object.entries(await seenIn(town))) all[name as keyof Seen] += count
      if (problems.length > 0) throw new Error(problems.join('\n'))
    } finally {
      await town.close()
    }
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: false, ...(seed === undefined ? {} : { seed }) })
  return all
}

/** No status moves backwards, and a terminal one stays. */
function goesBack(seen: string[]): boolean {
  return seen.some((status, index) => {
    const before = seen[index - 1]
    if (before === undefined || before === status) return false
    return before === 'SETTLED' || before === 'FAILED' || order.indexOf(status) < order.indexOf(before)
  })
}
