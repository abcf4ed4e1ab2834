import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig, unknownVariables, writeConfig } from '../config/config.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { nearestOf } from '../nearest.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { systemClock } from '../world/clock.ts'
import { createProgram } from './program.ts'
import { command, greeting } from './start/greeting.ts'
import { listenerIn, nameListener } from './start/listener-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'sotto-words-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('settings that are printed can be given back, limits included', () => {
  const config = readConfig({ SOTTO_LIMIT_FAUCET: '12.5', SOTTO_WORKER: 'on', SOTTO_DATA_DIR: folder })
  const written = writeConfig(config)
  expect(written.SOTTO_LIMIT_FAUCET).toBe('12.5')
  expect(written.SOTTO_LIMIT_GAS).toBe('0.2')
  expect(written.SOTTO_WORKER).toBe('on')
  expect(written.SOTTO_CONFIRMATIONS).toBe('1')
  expect(writeConfig(readConfig({ SOTTO_NETWORK: 'sepolia' })).SOTTO_CONFIRMATIONS).toBe('3')
  const again = readConfig(written)
  expect(again).toEqual({ ...config, SOTTO_CONFIRMATIONS: 1, SOTTO_SPONSOR_GAS: true })
})

test.each([
  ['in a clone', { npm_lifecycle_event: 'start' }, ['/usr/bin/node', '/x/dist/bin.mjs'], 'npm run -s sotto --'],
  ['installed', {}, ['/usr/bin/node', '/usr/bin/sotto'], 'sotto'],
  [
    'by npx',
    { npm_lifecycle_event: 'npx' },
    ['/usr/bin/node', '/h/.npm/_npx/1/sotto'],
    '/usr/bin/node /h/.npm/_npx/1/sotto',
  ],
  ['by its path', {}, ['/usr/bin/node', '/my app/bin.mjs'], "/usr/bin/node '/my app/bin.mjs'"],
])('what the start says to type works: %s', (_, env, argv, expected) => {
  expect(command(env, argv)).toBe(expected)
})

test('what the start says to type on Deno has the rights of the handbook, not all of them', () => {
  vi.stubGlobal('Deno', {})
  const [line, said] = [command({}, ['deno', '/x/main.js']), greeting(readConfig({}), 'http://127.0.0.1:1', false)]
  vi.unstubAllGlobals()
  expect(line).toBe('sotto')
  expect(said).toContain('  "sotto" is the function of gateway/docs/running.md, "On Deno".\n')
})

test('for another folder and network too', () => {
  const config = readConfig({ SOTTO_DATA_DIR: '/a b', SOTTO_NETWORK: 'sepolia' })
  expect(greeting(config, 'http://127.0.0.1:1', false)).toContain("--label first --data-dir '/a b' --network sepolia)")
})

test.each(['http://0.0.0.0:7984', 'http://[::]:7984'])('what listens on %s is called by an address', (listening) => {
  const said = greeting(readConfig({}), listening, false)
  expect(said).toContain('http://localhost:7984/account')
  expect(said).toContain('http://127.0.0.1:7984/api/v1')
  expect(said).not.toContain(listening)
})

test('a variable that is none is named with the nearest that is one', () => {
  expect(
    unknownVariables({ SOTTO_LIMITS_WRITE: '1', SOTTO_FOO: '1', SOTTO_PORT: '1', SOTTO_API_KEY: '1', PATH: '' }),
  ).toEqual([
    { name: 'SOTTO_LIMITS_WRITE', nearest: 'SOTTO_LIMIT_WRITES' },
    { name: 'SOTTO_FOO', nearest: undefined },
  ])
})

test.each([
  ['fundd', ['fund', 'mint'], 'fund'],
  ['lsit', ['list', 'create'], 'list'],
  ['xyz', ['db', 'start'], undefined],
  ['fund', ['owed', 'audit'], undefined],
  ['receipt', ['testnet', 'restore'], undefined],
  ['starting', ['start', 'account'], 'start'],
  ['starting-it', ['start', 'account'], undefined],
])('for %j of %j a person meant %j', (text, known, meant) => {
  expect(nearestOf(text, known)).toBe(meant)
})

test.each([
  [['statr'], 'There is no command "statr". Did you mean "start"?\n'],
  [['xyz'], 'There is no command "xyz".\n'],
  [['account', 'lst'], "unknown command 'lst'\n(Did you mean list?)\n"],
  [['account', 'xyz'], "unknown command 'xyz'\n("],
  [['start', '--prt', '5'], "unknown option '--prt'\n(Did you mean --port?)\n"],
  [['start', '--xyz', '5'], "unknown option '--xyz'\n("],
  [['operator', 'unwrap', 'abc'], '"abc" is not an amount'],
  [['audit', '--head', '1:x', '--acknowledge'], "option '--head <position:mac>' cannot be used with"],
])('%s', async (words, said) => {
  let told = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += text
    return true
  })
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit')
  })
  const program = await createProgram({ SOTTO_DATA_DIR: folder }, words[0])
  await program.parseAsync(['node', 'sotto', ...words]).catch(() => {})
  vi.restoreAllMocks()
  expect(told).toContain(said)
  expect(told.includes('Did you mean')).toBe(said.includes('Did you mean'))
})

test('where a gateway listens is known to the doctor, whatever port this terminal names', async () => {
  const lock = await lockFolder(folder, systemClock)
  const named = nameListener(folder, 'http://127.0.0.1:9999')
  expect(listenerIn(folder)).toBe('http://127.0.0.1:9999')
  lock.release()
  expect(listenerIn(folder), 'a killed gateway').toBeUndefined()
  const again = await lockFolder(folder, systemClock)
  named.remove()
  expect(listenerIn(folder)).toBeUndefined()
  again.release()
})

test('refusals say in our words what to do', async () => {
  const world = await createTestWorld()
  const { ask, api } = await createTester(world)
  const flaws = async (method: string, path: string, body: unknown) => {
    const { error } = (await (await ask(method, path, body)).json()) as { error: { details: { message: string }[] } }
    return error.details.map(({ message }) => message)
  }
  expect(await flaws('POST', '/mint', {})).toEqual(['is required', 'is required'])
  expect(await flaws('POST', '/mint', { walletId: 1, amount: true })).toEqual(['must be a string', 'must be a string'])
  expect(await flaws('PATCH', '/me', { name: 'x'.repeat(101) })).toEqual(['must have at most 100 characters'])
  const type = await flaws('GET', '/transactions?type=MONEY', undefined)
  expect(await flaws('GET', '/transactions?limit=5', undefined)).toEqual([
    'is not a known field: did you mean "pageSize"?',
  ])
  expect(await flaws('POST', '/wallets', { type: 'custodial', name: 'x' })).toEqual([
    'is not a known field: did you mean "label"?',
  ])
  expect(type[0]).toMatch(/^must be one of "FUND", "MINT", /)

  world.config.SOTTO_LIMIT_FAUCET = 150_000_000n
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '100' })
  const answer = await ask('POST', '/fund', { walletId: wallet.id, amount: '100' })
  expect(await answer.text()).toContain('at most 150 STABLE per account and day. Try again in 24 h')
})
