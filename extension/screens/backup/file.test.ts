import { beforeAll, expect, test } from 'vitest'
import { BACKUP_BYTES_MAX, openBackup, readBackup, sealBackup } from './file.ts'

const PASSPHRASE = 'four quiet words there'
let file: string

beforeAll(async () => {
  file = await sealBackup('{"a":1}', PASSPHRASE, Date.UTC(2027, 0, 31, 12))
})

const edited = (part: object) => JSON.stringify({ ...JSON.parse(file), ...part })
const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

test('a file opens with its passphrase alone, however that was typed', async () => {
  const read = await readBackup(file)
  if ('flaw' in read) return expect.fail(read.flaw)
  expect(read.backup.madeAt).toBe('2027-01-31T12:00:00.000Z')
  expect(await openBackup(read.backup, PASSPHRASE.normalize('NFKD'))).toBe('{"a":1}')
  expect(await openBackup(read.backup, `${PASSPHRASE} `)).toBeUndefined()
})

test('nothing of what was sealed can be read in it', () => {
  expect(file).not.toContain('"a"')
  expect(Object.keys(JSON.parse(file))).toEqual(['sotto', 'version', 'madeAt', 'salt', 'box', 'sum'])
})

test.each([
  ['is empty', () => '', 'not_a_backup'],
  ['is a picture', () => '\u0089PNG', 'not_a_backup'],
  ['is another JSON', () => '{"contacts":[]}', 'not_a_backup'],
  ['is a list', () => '[]', 'not_a_backup'],
  ['is too large', () => ' '.repeat(BACKUP_BYTES_MAX + 1), 'too_large'],
  ['was cut off', () => file.slice(0, -20), 'altered'],
  ['was cut off in its beginning', () => file.slice(0, 30), 'altered'],
  ['is of a newer version', () => edited({ version: 2, kdf: 'x' }), 'newer'],
  ['is of no version', () => edited({ version: 0 }), 'altered'],
  ['names parameters of its own', () => edited({ kdf: { m: 4_194_304, t: 1_000 } }), 'altered'],
  ['has another date', () => edited({ madeAt: '2027-01-30T12:00:00.000Z' }), 'altered'],
  ['has another salt', () => edited({ salt: flip(JSON.parse(file).salt) }), 'altered'],
  ['has a huge salt', () => edited({ salt: 'A'.repeat(100_000) }), 'altered'],
  [
    'has another text',
    () => edited({ box: { ...JSON.parse(file).box, ct: flip(JSON.parse(file).box.ct) } }),
    'altered',
  ],
  ['lacks its text', () => edited({ box: undefined }), 'altered'],
])('a file that %s is refused before a passphrase is asked for', async (_, made, flaw) => {
  expect(await readBackup(made())).toEqual({ flaw })
})

test('a file that somebody changed and summed up again does not open', async () => {
  const { backup } = (await readBackup(file)) as { backup: Parameters<typeof openBackup>[0] }
  expect(await openBackup({ ...backup, madeAt: '2027-01-30T12:00:00.000Z' }, PASSPHRASE)).toBeUndefined()
})
