import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signerFromKey } from '../../chain/live/wallet-keys.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { systemClock } from '../../world/clock.ts'
import { administer, dir, env, folder, run, sotto } from '../server-admin-fixture.ts'
import { nameListener } from '../start/listener-file.ts'
import { partOf } from './chain-part.ts'
import { describeStatus } from './describe-status.ts'
import type { Status } from './gather.ts'
import { everyRow, installed } from './status-fixture.ts'

administer()

const asJson = async (more: Record<string, string> = {}) => {
  const { out, code } = await sotto('status --json', more)
  return { status: JSON.parse(out) as Status, code }
}

test('without its node the rest is told, with an exit code of its own, and nothing is written', async () => {
  await installed(env())
  const before = await everyRow(env())
  const { status, code } = await asJson()
  expect(code).toBe(2)
  expect(status).toMatchObject({
    network: 'offline',
    database: { kind: 'sqlite' },
    gateway: { url: null, ready: null, notReady: [], onDatabase: null },
    operator: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    promised: { payouts: 1, stable: '1' },
    underWay: { payments: 1, waitingFor: { operator_liquidity: 1 } },
    approvals: 1,
    totals: expect.arrayContaining([{ type: 'MINT', status: 'SETTLED', count: 1 }]),
    owed: { redeems: 0, minedAfterFailure: 0, unattributed: 0 },
    reconciling: [],
    derivationMismatches: 0,
    backups: { newestBegunAt: null },
    chain: { unreached: expect.stringContaining('The offline test-net is not running') },
  })
  expect(status.underWay.oldestSeconds).toBeGreaterThan(0)
  const text = await sotto('status')
  expect(text.code).toBe(2)
  expect(text.out).toMatch(/^chain {8}not reached: The offline test-net is not running/m)
  expect(text.out).toMatch(/^under way {4}1 payment, the oldest for \d+ days; waiting: 1 for operator liquidity$/m)
  expect(text.out).toMatch(/^approvals {4}1 payment waits for a person$/m)
  expect(text.out).toMatch(/^promised {5}1 payout to be made, 1 STABLE of it from the float$/m)
  expect(await everyRow(env())).toBe(before)
})

test('the file of a test-net that is gone is a chain that is away', async () => {
  await sotto('migrate')
  const file = join(folder, 'gone.json')
  const { status, code } = await asJson({ SOTTO_TESTNET: file })
  expect(code).toBe(2)
  const says = `${file} names no test-net: start one with SOTTO_TESTNET=${file} sotto testnet`
  expect(status.chain).toEqual({ unreached: says })
  await expect(sotto('operator status', { SOTTO_TESTNET: file })).rejects.toThrow(says)
  const doctor = await sotto('doctor', { SOTTO_TESTNET: file })
  expect(doctor.code).toBe(1)
  expect(doctor.out).toContain(`bad  test-net: ${says}`)
  expect(doctor.out).toMatch(/^ok {3}running: no gateway runs on this folder$/m)
})

test('a backup is told from the audit log', async () => {
  await sotto('migrate')
  const before = await everyRow(env())
  expect((await sotto('status')).out).toMatch(/^backup {7}none was made yet/m)
  expect(await everyRow(env()), 'no operator is made').toBe(before)
  await run(['backup', join(folder, 'all.age')])
  const { status } = await asJson()
  expect(Date.parse(status.backups.newestBegunAt ?? '')).toBeGreaterThan(Date.now() - 120_000)
  expect((await sotto('status')).out).toMatch(/^backup {7}the newest was begun \S+Z, \d+ s ago$/m)
})

async function answering(body: unknown) {
  const server = createServer((_, answer) => answer.end(JSON.stringify(body)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

test('a gateway that runs says itself whether it is ready, and what is not', async () => {
  await sotto('migrate')
  const checks = [
    { name: 'database', ok: true },
    { name: 'chain', ok: false },
    { name: 'operator_gas', ok: false },
    { name: 'of_a_newer_one', ok: false },
  ]
  const { server, port } = await answering({ ok: false, checks })
  const lock = await lockFolder(dir(), systemClock)
  const named = nameListener(dir(), `http://127.0.0.1:${port}`)
  const { status } = await asJson()
  expect(status.gateway).toMatchObject({ ready: false, notReady: ['chain', 'operator_gas', 'of_a_newer_one'] })
  expect((await sotto('status')).out).toMatch(
    /^gateway {6}not ready \(chain, operator_gas, of_a_newer_one\), at http:/m,
  )
  const key = '7'.repeat(64)
  const [doctor, withKey] = [await sotto('doctor'), await sotto('doctor', { SOTTO_OPERATOR_KEY: key })]
  expect(doctor.out).toMatch(/^ok {3}listener: set to listen on 127.0.0.1, port 1$/m)
  expect(doctor.out).toContain(`ok   running: listens on http://127.0.0.1:${port}\n`)
  const mendOf = (name: string, { out } = doctor) =>
    new RegExp(`^bad {2}running: ${name}: .* says it is not\n +mend: (.*)$`, 'm').exec(out)?.[1]
  expect(mendOf('chain')).toBe('see whether its node answers (SOTTO_RPC_URL; offline: the test-net)')
  expect(mendOf('operator_gas')).toBe('send ETH to the operator, whose address "sotto status" has')
  expect(mendOf('operator_gas', withKey)).toBe(`send ETH to the operator, ${signerFromKey(`0x${key}`).address}`)
  expect(mendOf('of_a_newer_one')).toBe('look at its log')
  named.remove()
  lock.release()
  server.close()
})

test.each(['', 'listening'])(
  'a gateway of another folder is none of this one, with the file %j of a killed one',
  async (left) => {
    await sotto('migrate')
    const { server, port } = await answering({ ok: true, checks: [{ name: 'database', ok: true }] })
    if (left !== '') nameListener(dir(), `http://127.0.0.1:${port}`)
    const more = { SOTTO_PORT: String(port) }
    expect((await asJson(more)).status.gateway).toMatchObject({ url: null, ready: null, notReady: [] })
    expect((await sotto('status', more)).out).toMatch(/^gateway {6}none runs on this folder$/m)
    const { out } = await sotto('doctor', more)
    expect(out).toMatch(/^ok {3}running: no gateway runs on this folder; the test-net runs with it$/m)
    expect(out).not.toContain('running: database')
    server.close()
  },
)

test('of a live network whose node is away that is told, without its address, which may hold a key', async () => {
  const live = {
    SOTTO_NETWORK: 'sepolia',
    SOTTO_RPC_URL: 'http://127.0.0.1:1/v2/a-key',
    SOTTO_OPERATOR_KEY: '7'.repeat(64),
  }
  await sotto('migrate', live)
  const { status, code } = await asJson(live)
  expect(code).toBe(2)
  expect(status).toMatchObject({
    network: 'sepolia',
    operator: expect.stringMatching(/^0x/),
    underWay: { payments: 0 },
  })
  expect('unreached' in status.chain && status.chain.unreached).toMatch(/\w{3}/)
  expect(JSON.stringify(status) + (await sotto('status', live)).out).not.toContain('a-key')
})

test('no key is made for a look: where it is missing that is said', async () => {
  await sotto('migrate')
  const key = join(dir(), 'master.key')
  rmSync(key)
  await expect(sotto('status')).rejects.toThrow(`The master key is missing: there is no ${key}`)
  expect(existsSync(key)).toBe(false)
})

test('what the chain says: its block, the executor, and what the operator holds', async () => {
  const world = await createTestWorld()
  const { chain, config } = world
  const holder = chain.ledger.holder(chain.operator.address)
  holder.stable = 12_500_000n
  const told = await partOf(config, world, chain, chain.operator)
  expect(told).toMatchObject({
    executorKnown: true,
    protocol: expect.stringMatching(/^0\.1\d/),
    operator: { stable: '12.5', float: '0', symbols: { stable: 'STABLE', float: 'cSTABLE' } },
  })
  expect(told.operator?.gas).toMatch(/^\d+/)
  expect(told.operator?.lacks).toEqual({})
  expect((await partOf(config, world, chain, undefined)).operator).toBeNull()
  chain.faults.chainAway = true
  await expect(partOf(config, world, chain, chain.operator)).rejects.toThrow()
})

const calm: Status = {
  version: '1.0.0',
  network: 'sepolia',
  database: { kind: 'postgresql', schema: 22 },
  gateway: { url: 'http://127.0.0.1:7984', ready: true, notReady: [], onDatabase: 2 },
  operator: `0x${'1'.repeat(40)}`,
  promised: { payouts: 0, stable: '0' },
  underWay: { payments: 0, oldestSeconds: null, waitingFor: {} },
  approvals: 0,
  totals: [],
  owed: { redeems: 0, minedAfterFailure: 0, unattributed: 0 },
  reconciling: [],
  derivationMismatches: 0,
  pads: null,
  backups: { newestBegunAt: '2026-01-01T00:00:00.000Z' },
  chain: {
    block: 9,
    blockAgeSeconds: 12,
    executor: '0.4.0',
    executorKnown: true,
    protocol: '0.13',
    operator: { gas: '1.5', stable: '20', float: null, symbols: { stable: 'USDC', float: 'cUSDC' }, lacks: {} },
  },
}
const NOW = Date.parse('2026-01-03T00:00:00Z')

test('a calm gateway is told in a dozen lines', () => {
  expect(describeStatus(calm, NOW)).toBe(`version      sotto 1.0.0, network sepolia, PostgreSQL with schema 22
gateway      ready, at http://127.0.0.1:7984; 2 gateways on this database
operator     0x${'1'.repeat(40)}
chain        block 9, 12 s old
executor     0.4.0 (protocol 0.13)
gas          1.5 ETH
float        20 USDC; confidential: not decrypted yet
promised     no payout
under way    no payment
ended        no payment settled, none failed
owed         nothing
mismatches   no derived amount that a decryption contradicted
backup       the newest was begun 2026-01-01T00:00:00.000Z, 2 days ago
`)
})

test.each([
  ['offline', 'not known yet: the start of the gateway makes it, or that of its test-net'],
  ['sepolia', 'none: SOTTO_OPERATOR_KEY is not set'],
])('without an operator the setting is named only where it is one: %s', (network, says) => {
  expect(describeStatus({ ...calm, network, operator: null }, NOW)).toContain(`\noperator     ${says}\n`)
})

test('what needs a person is told with where to look', () => {
  const owed = { redeems: 1, minedAfterFailure: 2, unattributed: 1 }
  const reconciling = [{ address: calm.operator ?? '0x', missing: 2, since: '2026-01-02T00:00:00.000Z' }]
  const lack = { address: calm.operator, asset: 'USDC', missing: '35.5', since: '2026-01-02T00:00:00.000Z' }
  const operator = { ...('operator' in calm.chain && calm.chain.operator), lacks: { waiting_for_liquidity: lack } }
  const chain = { ...calm.chain, operator, executor: '0.9.0\u001b[2J', executorKnown: false, protocol: null }
  const said = describeStatus({ ...calm, owed, reconciling, chain } as Status, NOW)
  expect(said).toMatch(
    /^owed {9}1 redeem; 2 payments mined after failure; 1 transaction on chain and in no payment: see "sotto owed"$/m,
  )
  expect(said).toMatch(/^reconciling {2}2 transactions of 0x1+ are not known yet, since 2026-01-02/m)
  expect(said).toMatch(/^executor {5}0\.9\.0.*, which this version does not know: amounts are decrypted$/m)
  expect(said).toMatch(/^lacks {8}35\.5 USDC at 0x1+, which redeems wait for since 2026-01-02/m)
  expect(said).not.toContain('\u001b')
})
