import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  MASTER_KEY_FILE,
  makeMasterKey,
  masterKey,
  NoMasterKey,
  removeSecondName,
  waitingKeys,
  writeWaitingKey,
} from './master-key.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sotto-key-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const file = () => join(dir, MASTER_KEY_FILE)

test('a first start that was killed in the middle keeps none with its process ID from making the key', () => {
  writeFileSync(`${file()}.${process.pid}`, '')
  makeMasterKey(dir)
  expect(masterKey(dir, undefined)).toHaveLength(32)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(dir).sort()).toEqual([MASTER_KEY_FILE, `${MASTER_KEY_FILE}.${process.pid}`])
})

test('the key that a first start has left which was killed is the key', () => {
  const { key, file: left } = writeWaitingKey(dir, new Uint8Array(32).fill(7))
  makeMasterKey(dir)
  expect(masterKey(dir, undefined)).toEqual(Buffer.from(key))
  expect(existsSync(left)).toBe(true)
  removeSecondName(dir, key)
  expect(readdirSync(dir)).toEqual([MASTER_KEY_FILE])
})

test('a key that goes while the keys that wait are read is none of them', () => {
  writeWaitingKey(dir, new Uint8Array(32).fill(7))
  const { file: goes } = writeWaitingKey(dir, new Uint8Array(32).fill(8))
  const read = fs.readdirSync
  vi.spyOn(fs, 'readdirSync').mockImplementationOnce(((path: string) => {
    const names = read(path)
    rmSync(goes)
    return names
  }) as typeof fs.readdirSync)
  syncBuiltinESMExports()
  expect(waitingKeys(dir)).toHaveLength(1)
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('a key that is there is kept', () => {
  makeMasterKey(dir)
  const before = readFileSync(file(), 'utf8')
  makeMasterKey(dir)
  expect(readFileSync(file(), 'utf8')).toBe(before)
})

test('a start that is at work keeps its key, which another one found', () => {
  const { file: own } = writeWaitingKey(dir, new Uint8Array(32).fill(7))
  writeFileSync(file(), '')
  makeMasterKey(dir)
  expect(readFileSync(file(), 'utf8')).toBe('')
  expect(existsSync(own)).toBe(true)
})

test('where a file can have one name only, a key is made too, and replaces none', () => {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  makeMasterKey(dir)
  const made = masterKey(dir, undefined)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  makeMasterKey(dir)
  expect(masterKey(dir, undefined)).toEqual(made)
  expect(readdirSync(dir)).toEqual([MASTER_KEY_FILE])
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('to read a key makes none, and says which file lacks or spoils it', () => {
  const read = () => masterKey(dir, undefined)
  expect(read).toThrow(`The master key is missing: there is no ${file()}.`)
  expect(readdirSync(dir)).toEqual([])
  writeFileSync(file(), '')
  expect(read).toThrow(`${file()} must be 64 hexadecimal digits`)
  expect(read).toThrow(NoMasterKey)
})
