import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../test-kit.ts'
import { type Entry, openJournal } from './journal.ts'

let temporary: ReturnType<typeof temporaryFolder>
let file: string
beforeEach(() => {
  temporary = temporaryFolder()
  file = join(temporary.folder, 'journal-1.log')
})
afterEach(() => temporary.remove())

const entries: Entry[] = [
  { is: 'send', raws: ['0x01', '0x02'], at: 1_700_000_000 },
  { is: 'mine', blocks: 3, at: 1_700_000_001 },
  { is: 'automine', on: false, at: 1_700_000_001 },
  { is: 'rollback', blocks: 2 },
  { is: 'balance', address: '0x11', wei: '0x12' },
]

function write(): void {
  const { journal } = openJournal(file)
  for (const entry of entries) journal.append(entry)
  journal.close()
}

function read(): Entry[] {
  const opened = openJournal(file)
  opened.journal.close()
  return opened.entries
}

test('gives back what was appended, in order, and goes on from there', () => {
  write()
  expect(read()).toEqual(entries)
  write()
  expect(read()).toEqual([...entries, ...entries])
})

test('every torn end is cut off, and the journal is whole again', () => {
  write()
  const whole = readFileSync(file)
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length))
    const kept = read()
    expect(kept).toEqual(entries.slice(0, kept.length))
    const { journal } = openJournal(file)
    journal.append(entries[0] as Entry)
    journal.close()
    expect(read()).toEqual([...kept, entries[0]])
  }
})

test('a torn end may be a whole line with the wrong bytes', () => {
  write()
  appendFileSync(file, '00000000 {"is":"rollback","blocks":9}\n')
  expect(read()).toEqual(entries)
})

test('damage in the middle is reported, not skipped', () => {
  write()
  writeFileSync(file, readFileSync(file, 'utf8').replace('"blocks":3', '"blocks":4'))
  expect(read).toThrow('is damaged at byte')
})
