import { test } from 'vitest'
import type { Mode } from '../stage.ts'
import { drifting, everything, ordinary, reorganising } from './commands.ts'
import { playHistories } from './history.ts'

const kinds = {
  'on an honest chain': ordinary,
  'with keys used elsewhere': drifting,
  'with reorganisations': reorganising,
}

const rows = Object.entries(kinds).flatMap(([name, commands]) =>
  (['backed', 'float'] as Mode[]).map((mode) => ({ name, mode, commands })),
)

test.each(rows)('random histories $name end well, $mode', async ({ commands, mode }) => {
  await playHistories(commands, { mode, runs: 40 })
})

test.each<Mode>(['backed', 'float'])('so do those with everything at once, %s', async (mode) => {
  await playHistories(everything, { mode, runs: 40 })
})
