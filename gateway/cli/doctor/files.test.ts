import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { checkFiles } from './files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "sotto's files "))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('what the doctor says to type works for a folder with a space in its name', () => {
  writeFileSync(join(dir, 'master.key'), '', { mode: 0o644 })
  mkdirSync(join(dir, `backup-${2 ** 30}-abc`))
  chmodSync(dir, 0o755)
  const said = (path: string) => `'${path.replace("'", "'\\''")}'`
  const mends = checkFiles(readConfig({}), dir).flatMap(({ mend }) => mend ?? [])
  expect(mends.filter((mend) => /^(chmod|rm) /.test(mend))).toEqual([
    `chmod 700 ${said(dir)}`,
    `chmod 600 ${said(join(dir, 'master.key'))}; then sotto master-key rotate`,
    `rm -r ${said(join(dir, `backup-${2 ** 30}-abc`))}, or start the gateway`,
    `chmod -R go= ${said(dir)}`,
  ])
})
