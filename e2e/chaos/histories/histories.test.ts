import { expect, test } from 'vitest'
import type { Mode } from '../stage.ts'
import { deceived, drifting, everything, ordinary, reorganising } from './commands.ts'
import { playHistories } from './history.ts'
import type { Seen } from './town.ts'

const kinds = {
  'on an honest chain': ordinary,
  'with keys used elsewhere': drifting,
  'with reorganisations': reorganising,
  'with everything at once': everything,
  'with a node that lies': deceived,
}

const rows = Object.entries(kinds).flatMap(([name, commands]) =>
  (['backed', 'float'] as Mode[]).map((mode) => ({ name, mode, commands })),
)
const went: Seen[] = []

test.each(rows)('random histories $name end well, $mode', async ({ commands, mode }) => {
  went.push(await playHistories(commands, { mode, runs: 60 }))
})

test('and they went through what can go wrong', () => {
  const times = (name: keyof Seen) => went.reduce((sum, seen) => sum + seen[name], 0)
  expect(times('payments')).toBeGreaterThan(500)
  for (const name of ['displaced', 'replaced', 'cancelled', 'lies'] as const)
    expect([name, times(name)]).not.toEqual([name, 0])
})
