import { expect, test } from 'vitest'
import { repeated } from '../../../gateway/testing/how-often.ts'
import type { Amounts, Mode } from '../stage.ts'
import { deceived, drifting, everything, ordinary, reorganising, restored } from './commands.ts'
import { playHistories } from './history.ts'
import type { Seen } from './sums.ts'

const kinds = {
  'on an honest chain': ordinary,
  'with keys used elsewhere': drifting,
  'with reorganisations': reorganising,
  'with everything at once': everything,
  'with a node that lies': deceived,
}

const rows = Object.entries(kinds).flatMap(([name, commands]) =>
  (['backed', 'float'] as Mode[]).flatMap((mode) =>
    (['derived', 'decrypted'] as Amounts[]).map((amounts) => ({ name, mode, amounts, commands })),
  ),
)
const went: Seen[] = []

test.each(rows)('random histories $name end well, $mode, amounts $amounts', async ({ commands, mode, amounts }) => {
  went.push(await playHistories(commands, { mode, amounts, runs: repeated(4) }))
})

const restores = (['backed', 'float'] as Mode[]).flatMap((mode) =>
  [1, 3].map((confirmations) => ({ mode, confirmations })),
)

test.each(restores)('random histories with restores end well, $mode, $confirmations confirmations', async (how) => {
  went.push(await playHistories(restored, { ...how, runs: repeated(5) }))
})

test('random histories in which a burn is mined again end well', async () => {
  // Chance brings one in every third run of twenty histories: by this seed there are some.
  const seen = await playHistories(reorganising, { mode: 'backed', runs: 20, seed: 3 })
  expect(seen.remined).toBeGreaterThan(0)
})

/** What chance leaves out of few histories. */
function lacking(): string[] {
  const sums = (name: keyof Seen) => went.reduce((sum, seen) => sum + seen[name], 0)
  return (['superseded', 'replaced', 'cancelled', 'lies', 'restores'] as const).filter((name) => sums(name) === 0)
}

test('and they went through what can go wrong', async () => {
  expect(went.reduce((sum, { payments }) => sum + payments, 0)).toBeGreaterThan(100)
  // Some more are played for what is lacking: what never comes is not in the commands any more.
  for (let more = 0; more < 10 && lacking().length > 0; more++)
    for (const { commands, mode, amounts } of rows) went.push(await playHistories(commands, { mode, amounts, runs: 1 }))
  expect(lacking()).toEqual([])
})
