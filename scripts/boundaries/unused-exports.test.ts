import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A gateway of three files: what its test alone imports is left over. */
const planted = {
  'gateway/bin.mjs': "import { used } from './money.ts'\nused()\n",
  'gateway/money.ts': 'export const used = () => 1\nexport const forTests = () => 2\n',
  'gateway/stray.ts': 'export const alone = 3\n',
  'gateway/money.test.ts':
    "import { forTests, used } from './money.ts'\nimport { alone } from './stray.ts'\nused(forTests(), alone)\n",
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-unused-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const file of ['knip.json', 'package.json', 'tsconfig.json']) cpSync(join(root, file), join(folder, file))
  mkdirSync(join(folder, 'gateway'))
  for (const [file, code] of Object.entries(planted)) writeFileSync(join(folder, file), code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As `scripts/verify.mjs` asks it of the repository. */
const knip = [
  join(root, 'node_modules/knip/bin/knip.js'),
  ...['--production', '--include', 'exports,files', '--no-config-hints'],
]

test('an export, or a file, that tests alone use is refused', () => {
  const { status, stdout } = spawnSync(process.execPath, knip, { cwd: folder, encoding: 'utf8' })
  expect(stdout).toMatch(/forTests .*gateway\/money\.ts/)
  expect(stdout).toMatch(/gateway\/stray\.ts/)
  expect(stdout).not.toMatch(/\bused\b/)
  expect(status).toBe(1)
})
