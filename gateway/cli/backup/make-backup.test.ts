import { spawnSync } from 'node:child_process'
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { inStore } from '../attack-fixture.ts'
import { explain } from '../explain.ts'
import { administer, dir, env, folder, ownerOf, sotto, withKey } from '../server-admin-fixture.ts'
import { partName } from './leftovers.ts'
import { makeBackup } from './make-backup.ts'

administer()
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const file = () => join(folder, 'new.age')
const backup = (now = Date.now) =>
  inStore((store) => {
    const clock = { ...store.clock, now }
    return makeBackup({ ...store, clock }, readConfig(env()), file(), 'a long passphrase')
  })
const parts = () => readdirSync(folder).filter((name) => name.includes('.part'))

async function restores(key: string): Promise<boolean> {
  const elsewhere = { SOTTO_DATA_DIR: join(folder, 'elsewhere') }
  await sotto(`restore ${file()}`, elsewhere)
  return (await ownerOf(key, elsewhere)) === 'ada@example.org'
}

test('of two backups to one name at once one gets it, and the other says so', async () => {
  const key = await withKey()
  const done = await Promise.allSettled([backup(), backup()])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: expect.objectContaining({ message: `${file()} is there already. Choose another name.` }),
  })
  expect(parts()).toEqual([])
  expect(await restores(key)).toBe(true)
})

test('a file that comes while a backup is made stays as it is', async () => {
  await withKey()
  const comes = () => {
    writeFileSync(file(), 'mine')
    return Date.now()
  }
  await expect(backup(comes)).rejects.toThrow(/there already/)
  expect(readFileSync(file(), 'utf8')).toBe('mine')
})

test('where a file can have one name only, a backup is made too, and replaces none', async () => {
  const key = await withKey()
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  const comes = () => {
    writeFileSync(file(), 'mine')
    return Date.now()
  }
  await expect(backup(comes)).rejects.toThrow(/there already/)
  expect(readFileSync(file(), 'utf8')).toBe('mine')
  fs.rmSync(file())
  await backup()
  expect(parts()).toEqual([])
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  expect(await restores(key)).toBe(true)
})

test('what killed backups to the same name have left goes with the next one', async () => {
  await withKey()
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const [left, ofAnother, underWay] = [
    `${file()}.part-${dead}-abcdef`,
    join(folder, `old-new.age.part-${dead}-abcdef`),
    `${partName(file())}abcdef`,
  ]
  // In a container every start has the same process ID.
  const ofOurId = `${file()}.part-${process.pid}-abcdef`
  for (const part of [left, ofOurId, ofAnother, underWay]) mkdirSync(part)
  await backup()
  expect([left, ofOurId, ofAnother, underWay].map(existsSync)).toEqual([false, false, true, true])
})

test('one that cannot be put together leaves nothing beside its name', async () => {
  await withKey()
  const make = fs.mkdtempSync
  vi.spyOn(fs, 'mkdtempSync').mockImplementation(((begin: string) => {
    if (begin.startsWith(dir())) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: `${begin}XXXXXX` })
    return make(begin)
  }) as typeof fs.mkdtempSync)
  syncBuiltinESMExports()
  const error = await backup().catch((reason: unknown) => reason)
  expect(explain(error, false)).toBe(`${dir()}: The disk is full; make room.`)
  expect(parts()).toEqual([])
})

test('its name is on the disk before its entry is in the audit log', async () => {
  await withKey()
  const [open, flush, ofFolder] = [fs.openSync, fs.fsyncSync, new Set<number>()]
  const flushed: boolean[] = []
  const noted: number[] = []
  vi.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
    const fd = open(path, flags, mode)
    if (path === folder) ofFolder.add(fd)
    return fd
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    if (ofFolder.has(fd)) flushed.push(existsSync(file()))
    flush(fd)
  })
  syncBuiltinESMExports()
  await inStore((store) => {
    const newId = () => {
      noted.push(flushed.length)
      return store.newId()
    }
    return makeBackup({ ...store, newId }, readConfig(env()), file(), 'a long passphrase')
  })
  expect(flushed).toEqual([true])
  // The entries of the copy, and of the log itself.
  expect(noted).toEqual([0, 1])
})

test.each([
  ['EINVAL', true],
  ['EIO', false],
])('a folder that cannot be flushed (%s): the backup counts: %s', async (code, counts) => {
  await withKey()
  const flush = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    if (fs.fstatSync(fd).isDirectory()) throw Object.assign(new Error(code), { code })
    flush(fd)
  })
  syncBuiltinESMExports()
  await backup().catch((error: unknown) => expect(error).toMatchObject({ code: 'EIO' }))
  expect((await sotto('audit --json')).out.includes('backup.made')).toBe(counts)
})

test('where files have one name only, a kill at the last step leaves no empty file that passes for a backup', async () => {
  await withKey()
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw new Error('EPERM')
  })
  const rename = fs.renameSync
  const seen: boolean[] = []
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (to === file()) seen.push(existsSync(file()))
    rename(from, to)
  })
  syncBuiltinESMExports()
  await backup()
  expect(seen).toEqual([false])
})

test.each([
  ['in a folder that is not there', 'nowhere/new.age', 'nowhere: There is no such file or folder.'],
  ['in what is no folder', 'mine/new.age', 'mine/new.age: A part of the path is no folder.'],
  ['that is the name of a folder', 'offline', 'offline is a folder. Name a file in it.'],
])('a name %s is told as it is', async (_, name, says) => {
  await withKey()
  writeFileSync(join(folder, 'mine'), '')
  const error = await sotto(`backup ${join(folder, name)}`).catch((reason: unknown) => reason)
  expect(explain(error, false)).toBe(join(folder, says))
})

test('one that cannot begin leaves no entry: it is not the newest backup', async () => {
  await withKey()
  writeFileSync(file(), '')
  await expect(sotto(`backup ${file()}`)).rejects.toThrow(/there already/)
  await expect(sotto(`backup ${join(folder, 'nowhere', 'new.age')}`)).rejects.toThrow(/ENOENT/)
  expect((await sotto('audit --json')).out).not.toContain('backup.made')
  fs.rmSync(file())
  await sotto(`backup ${file()}`)
  expect((await sotto('audit --json')).out).toContain('backup.made')
})

test('one that fails after it has begun counts as no backup, and the copy in one that is made has its entry', async () => {
  await withKey()
  const comes = () => {
    writeFileSync(file(), 'mine')
    return Date.now()
  }
  await expect(backup(comes)).rejects.toThrow(/there already/)
  expect((await sotto('audit --json')).out).not.toContain('backup.made')
  expect((await sotto('status')).out).toMatch(/^backup {7}none was made yet/m)
  fs.rmSync(file())
  const before = Date.now()
  await backup()
  expect((await sotto('status')).out).toMatch(/^backup {7}the newest was begun/m)
  const elsewhere = { SOTTO_DATA_DIR: join(folder, 'elsewhere') }
  await sotto(`restore ${file()}`, elsewhere)
  expect((await sotto('audit --verify', elsewhere)).code).toBe(0)
  const { out } = await sotto('audit --json', elsewhere)
  const made = out.split('\n').filter((line) => line.includes('backup.made'))
  expect(made).toHaveLength(1)
  expect(Date.parse(JSON.parse(made[0] ?? '').at)).toBeGreaterThanOrEqual(before)
})
