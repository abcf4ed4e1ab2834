import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newSeed, signingKeyOf } from '../../notas/signing-key.ts'
import { createProgram } from '../program.ts'

const folder = mkdtempSync(join(tmpdir(), 'sotto-json-'))
const EMAIL = 'ada@example.org'
let issuer: string

async function sotto(line: string): Promise<string> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  const env = { SOTTO_DATA_DIR: folder, SOTTO_MASTER_KEY: '1'.repeat(64), SOTTO_PORT: '1' }
  const program = await createProgram(env)
  await program.parseAsync(['node', 'sotto', ...line.split(' ')]).finally(() => write.mockRestore())
  return out
}

beforeAll(async () => {
  issuer = (await signingKeyOf(newSeed())).fingerprint
  await sotto('migrate')
  await sotto(`account create --email ${EMAIL}`)
  await sotto('nota-key rotate')
  await sotto(`trust add --label Ada -- ${issuer}`)
})
afterEach(() => {
  process.exitCode = 0
})
afterAll(() => rmSync(folder, { recursive: true }))

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test.each<[string, () => object]>([
  ['account list', () => ({ email: EMAIL, disabled: false, totpEnabled: false, createdAt: time, lastLoginAt: null })],
  ['nota-key list', () => ({ createdAt: time, retiredAt: null, revokedAt: null })],
  ['trust list', () => ({ fingerprint: issuer, label: 'Ada', createdAt: time })],
  ['audit', () => ({ type: expect.stringMatching(/^\w+\.\w+$/), at: time })],
])('%s --json is one object a line', async (command, expected) => {
  const [line = '', ...rest] = (await sotto(`${command} --json`)).trim().split('\n')
  expect(JSON.parse(line)).toMatchObject(expected())
  for (const more of rest) expect(Object.keys(JSON.parse(more))).not.toEqual([])
})

test.each<[string, object]>([
  ['account disable --email ada@example.org', { email: EMAIL, disabled: true }],
  ['account enable --email ada@example.org', { email: EMAIL, disabled: false }],
  ['account reset-password --email ada@example.org', { email: EMAIL, password: expect.stringMatching(/^\S{12,}$/) }],
  [
    'config --host ::1',
    {
      SOTTO_HOST: { value: '::1', from: 'option' },
      SOTTO_PORT: { value: '1', from: 'environment' },
      SOTTO_MASTER_KEY: { value: 'set', from: 'environment' },
      SOTTO_CONFIRMATIONS: { value: '1', from: 'default' },
      SOTTO_PUBLIC_URL: { value: null, from: 'none' },
    },
  ],
  [
    'owed',
    { owed: [], minedAfterFailure: [], underWay: [], unattributed: [], tickedOff: [], unseen: [], chainAsked: false },
  ],
  ['pads', { most: 0, low: null, wallets: [] }],
  ['doctor', { findings: expect.arrayContaining([expect.objectContaining({ what: 'version', state: 'ok' })]) }],
])('%s --json is one document', async (command, expected) => {
  const said = await sotto(`${command} --json`)
  expect(said).toMatch(/^\{.*\}\n$/)
  expect(JSON.parse(said)).toMatchObject(expected)
})

test('doctor --json says in one word whether anything is bad, as its exit code does', async () => {
  const { bad, findings } = JSON.parse(await sotto('doctor --json')) as { bad: boolean; findings: { state: string }[] }
  expect(bad).toBe(findings.some(({ state }) => state === 'bad'))
  expect(process.exitCode).toBe(bad ? 1 : 0)
})
