import { expect, test } from 'vitest'
import type { Amounts, Mode } from '../stage.ts'
import { drifting, everything, ordinary, reorganising } from './commands.ts'
import { playHistories } from './history.ts'
import type { Seen } from './town.ts'

const kinds = {
  'on an honest chain': ordinary,
  'with keys used elsewhere': drifting,
  'with reorganisations': reorganising,
  'with everything at once': everything,
}

const rows = Object.entries(kinds).flatMap(([name, commands]) =>
  (['backed', 'float'] as Mode[]).flatMap((mode) =>
    (['derived', 'decrypted'] as Amounts[]).map((amounts) => ({ name, mode, amounts, commands })),
  ),
)
const went: Seen[] = []

test.each(rows)('random histories $name end well, $mode, amounts $amounts', async ({ commands, mode, amounts }) => {
  went.push(await playHistories(commands, { mode, amounts, runs: 30 }))
})

test('and they went through what can go wrong', () => {
  const times = (name: keyof Seen) => went.reduce((sum, seen) => sum + seen[name], 0)
  expect(times('payments')).toBeGreaterThan(500)
  for (const name of ['displaced', 'replaced', 'cancelled'] as const) expect([name, times(name)]).not.toEqual([name, 0])
})
