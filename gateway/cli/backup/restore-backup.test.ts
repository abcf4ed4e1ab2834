import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { lockFolder as lockTestnet } from '../../testnet/process/lock.ts'
import { systemClock } from '../../world/clock.ts'
import { administer, dir, env, folder, ownerOf, sotto, withKey } from '../server-admin-fixture.ts'
import { leftovers, requireWholeRestore } from './leftovers.ts'

administer()

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LIMIT_MS = 240_000

/** A process of its own: what comes to pass in place of the rename that puts what a restore has unpacked in its place. */
function restoring(file: string, inPlace: string) {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import { createProgram } from './gateway/cli/program.ts'
    const rename = fs.renameSync
    fs.renameSync = (from, to) => {
      if (!/\\.ready-\\d+$/.test(from)) return rename(from, to)
      ${inPlace}
    }
    syncBuiltinESMExports()
    const program = await createProgram(process.env, 'restore')
    await program.parseAsync(['node', 'sotto', 'restore', ${JSON.stringify(file)}, '--force'])`
  return run('--input-type=module', '-e', script)
}

function run(...args: string[]) {
  const options = { cwd: ROOT, env: { ...process.env, ...env() }, encoding: 'utf8', timeout: LIMIT_MS } as const
  return spawnSync(process.execPath, args, options)
}

async function withBackup(): Promise<{ key: string; file: string }> {
  const key = await withKey()
  const file = join(folder, 'all.age')
  await sotto(`backup ${file}`)
  return { key, file }
}

const beside = (kind: RegExp) => readdirSync(folder).filter((name) => kind.test(name))

test('after a kill between its two renames no gateway begins anew, nor is what was unpacked a leftover', async () => {
  const { key, file } = await withBackup()
  expect(restoring(file, `process.kill(process.pid, 'SIGKILL')`).signal).toBe('SIGKILL')
  expect(existsSync(dir())).toBe(false)
  const [staged = ''] = beside(/restoring/)
  expect(readdirSync(join(folder, staged))).toContain('master.key')
  expect(leftovers(dir())).toEqual([])
  for (let again = 0; again < 2; again++) {
    const started = run('gateway/main.ts', 'start')
    expect(started.stderr).toMatch(
      /A restore was cut short, or still runs: .*offline is empty\. Bring back what was .* again with --force\. To/,
    )
    expect(started.status).toBe(1)
  }
  await expect(sotto(`restore ${file}`)).rejects.toThrow(/cut short/)
  // The server was filled before: there is nothing to restore into.
  expect(() => requireWholeRestore(readConfig(env({ DATABASE_URL: 'postgresql://localhost/sotto' })))).toThrow(
    / again with --force, into a new database: that of DATABASE_URL is filled\. /,
  )
  rmSync(dir(), { recursive: true })
  const [, bringBack = ''] = /To bring it back: (.*)$/m.exec(run('gateway/main.ts', 'start').stderr) ?? []
  expect(spawnSync('sh', ['-c', bringBack])).toMatchObject({ status: 0 })
  expect(await ownerOf(key)).toBe('ada@example.org')
  expect(leftovers(dir())).toEqual([join(folder, staged)])
  expect((await sotto(`restore ${file} --force`)).out).toContain('before-restore')
})

test('where what was unpacked cannot be put in place, the old data is there again', async () => {
  const { key, file } = await withBackup()
  expect(restoring(file, `throw new Error('the disk is broken')`).stderr).toContain('the disk is broken')
  expect(await ownerOf(key)).toBe('ada@example.org')
  expect(beside(/restor/)).toEqual([])
})

test('where the old data cannot be brought back either, what was unpacked is kept, and no gateway begins anew', async () => {
  const { key, file } = await withBackup()
  const { stderr } = restoring(file, `fs.mkdirSync(to); fs.writeFileSync(to + '/lock.db', ''); return rename(from, to)`)
  expect(stderr).toMatch(/the old data is not back: it is .*\.before-restore-\d+\. .*ENOTEMPTY.*ENOTEMPTY/)
  expect(beside(/\.ready-\d+$/)).toHaveLength(1)
  expect(leftovers(dir())).toEqual([])
  await expect(ownerOf(key)).rejects.toThrow(/cut short/)
})

test('an empty folder is no cut restore by itself, with old data kept and another restore that was killed early', async () => {
  const { file } = await withBackup()
  const aside = `${dir()}.before-restore-1767225600000`
  renameSync(dir(), aside)
  // In a container both have the same process ID.
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const early = [`${dir()}.restoring-${dead}-abcdef`, `${dir()}.restoring-${process.pid}-abcdef`]
  for (const stage of early) mkdirSync(stage)
  writeFileSync(join(early[0] ?? '', 'sotto.db'), '')
  expect(leftovers(dir()).sort()).toEqual(early.sort())
  await sotto('migrate')
  rmSync(dir(), { recursive: true })
  await sotto(`restore ${file}`)
  expect(existsSync(aside)).toBe(true)
})

test('where the folder is in use, the key has been on no disk in the clear', async () => {
  const { file } = await withBackup()
  const key = readFileSync(join(dir(), 'master.key'), 'utf8').trim()
  const seen: string[] = []
  const lock = await lockFolder(dir(), systemClock, 0)
  vi.spyOn(systemClock, 'now').mockImplementation(() => {
    for (const name of beside(/restoring/)) {
      for (const each of readdirSync(join(folder, name))) {
        const text = readFileSync(join(folder, name, each), 'latin1')
        seen.push(text.includes(key) ? `${each} holds the key` : each)
      }
    }
    return Date.now()
  })
  await expect(sotto(`restore ${file} --force`)).rejects.toThrow(/in use/)
  lock.release()
  expect(seen).toContain('sotto.db')
  expect(seen.filter((name) => name.includes('holds the key'))).toEqual([])
})

test('a restore is refused while "sotto testnet" runs in the folder, and leaves all as it is', async () => {
  const { file } = await withBackup()
  mkdirSync(join(dir(), 'testnet'), { recursive: true })
  const running = await lockTestnet(join(dir(), 'testnet', 'lock.db'))
  await expect(sotto(`restore ${file} --force`)).rejects.toThrow(/another test-net is running on this folder/)
  expect(beside(/restor/)).toEqual([])
  running.release()
  await sotto(`restore ${file} --force`)
  expect(beside(/before-restore/)).toHaveLength(1)
})
