import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MASTER_KEY_FILE, makeMasterKey, masterKey, NoMasterKey } from './master-key.ts'

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

test('a key that is there is kept', () => {
  makeMasterKey(dir)
  const before = readFileSync(file(), 'utf8')
  makeMasterKey(dir)
  expect(readFileSync(file(), 'utf8')).toBe(before)
})

test('to read a key makes none, and says which file lacks or spoils it', () => {
  const read = () => masterKey(dir, undefined)
  expect(read).toThrow(`The master key is missing: there is no ${file()}.`)
  expect(readdirSync(dir)).toEqual([])
  writeFileSync(file(), '')
  expect(read).toThrow(`${file()} must be 64 hexadecimal digits`)
  expect(read).toThrow(NoMasterKey)
})
