import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths as pathsIn } from '../files.ts'
import { temporaryFolder } from '../test-kit.ts'
import { openTail } from './tail.ts'

test('a start keeps the published state and the journals from it on, and no state of a snapshot that failed', () => {
  const { folder, remove } = temporaryFolder()
  const names = [
    ...['journal-1.log', 'journal-2.log', 'journal-3.log', 'journal-4.log', 'secrets.json'],
    ...['state-1.json.gz', 'state-2.json.gz', 'state-3.json.gz', 'state-4.json.gz.new'],
  ]
  for (const name of names) writeFileSync(join(folder, name), '')
  openTail(pathsIn(folder), 2).close()
  expect(readdirSync(folder).sort()).toEqual([
    ...['journal-2.log', 'journal-3.log', 'journal-4.log', 'secrets.json', 'state-2.json.gz'],
  ])
  remove()
})
