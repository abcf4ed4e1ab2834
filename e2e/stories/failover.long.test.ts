import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import type { Finding } from '../../gateway/cli/doctor/finding.ts'
import { runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { minedCount } from '../harness/rpc.ts'
import { openPair, type Pair } from '../harness/standby.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/** What "After a failover" in gateway/docs/postgresql.md says, after one that lost commits. */
const folder = temporaryFolder()
const home = join(folder.path, 'home')
let pair: Pair
let testnet: Testnet
let env: Record<string, string>
let gateway: Gateway

beforeAll(async () => {
  pair = await openPair()
  testnet = await startTestnet(folder.path)
  env = { ...testnet.environment(), DATABASE_URL: pair.url }
  gateway = await startGateway({ dataDir: home, env })
})
afterAll(async () => {
  await gateway.kill()
  await Promise.all([testnet.stop(), pair.stop()])
  folder.remove()
})

async function command(words: string, code = 0): Promise<string> {
  const { ended, stdout, stderr } = runSotto([...words.split(' '), '--data-dir', home], env)
  expect(await ended, stdout() + stderr()).toBe(code)
  return stdout()
}

async function doctor(): Promise<Record<string, Finding>> {
  const run = runSotto(['doctor', '--json', '--data-dir', home], env)
  await run.ended
  const { findings } = JSON.parse(run.stdout()) as { findings: Finding[] }
  return Object.fromEntries(findings.map((finding) => [finding.what, finding]))
}

type Answer<T> = { made: T; refused?: never } | { made?: never; refused: Refused }
const answerOf = <T>(call: Promise<T>): Promise<Answer<T>> =>
  call.then(
    (made) => ({ made }),
    (refused: unknown) => {
      if (refused instanceof Refused) return { refused }
      throw refused
    },
  )

/** Asks until mined transactions are looked for no longer. `codes`: of the answers before. */
async function afterReconciling<T>(ask: () => Promise<T>): Promise<Answer<T> & { codes: string[] }> {
  const codes: string[] = []
  for (;;) {
    const answer = await answerOf(ask())
    if (answer.refused?.code !== 'reconciling') return { ...answer, codes }
    codes.push(`${answer.refused.status} ${answer.refused.code}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const newWallet = async (api: Client) => (await api.createWallet({ type: 'custodial' })).wallet

test('what asynchronous replication lost is found on the chain, paid no second time, and said', async () => {
  const newKey = async () => (await command('api-key create --email admin@sotto.local --label test')).trim()
  const apiKey = await newKey()
  let api = clientOf(gateway, apiKey)
  const payer = await newWallet(api)
  await settled(api, (await api.fund({ walletId: payer.id, amount: '100' })).transaction.id)
  await pair.cutOff()

  // None of this is on the standby.
  const to = `0x${'77'.repeat(20)}` as const
  const pay = (client: Client) =>
    client.transfer({ walletId: payer.id, to, amount: '5', token: 'STABLE' }, { idempotencyKey: 'the lost payment' })
  const { transaction: lost } = await pay(api)
  const used = await newWallet(api)
  await settled(api, (await api.fund({ walletId: used.id, amount: '7' })).transaction.id)
  const unused = await newWallet(api)
  const lostKey = await newKey()
  const mined = await minedCount(testnet.info.rpcUrl, payer.address)
  // The gateway has kept how far the log had come.
  const [, head] = /(\d+:[\w-]{20,})/.exec(await command('audit --verify')) ?? []
  await expect.poll(() => readFileSync(join(home, 'offline', 'audit-head'), 'utf8').trim()).toBe(head)

  const url = await pair.failOver()
  expect((await answerOf(pay(api))).refused?.code).toBe('storage_unavailable')
  expect(await gateway.stop()).toBe(0)
  env = { ...env, DATABASE_URL: url }
  const before = await doctor()
  expect(before.failover).toMatchObject({ state: 'warn', says: expect.stringMatching(/timeline 1 before, 2 now/) })
  expect(before['chain and database']?.says).toContain(`${payer.address} (1)`)
  expect(before.database).toMatchObject({ state: 'bad', says: expect.stringContaining('audit log is broken') })
  expect(await command('wallet find --behind')).toMatch(/look/i)

  gateway = await startGateway({ dataDir: home, env })
  api = clientOf(gateway, apiKey)
  // The payment came back from the chain under the ID that its key gives it.
  const { codes, made } = await afterReconciling(() => pay(api))
  expect(codes.filter((code) => code !== '503 reconciling')).toEqual([])
  expect(made?.transaction).toMatchObject({ id: lost.id, txHash: lost.txHash, amount: '5', to, status: 'SETTLED' })
  expect(made?.transaction.rebuiltAt).toEqual(expect.any(String))
  const another = api.transfer({ walletId: payer.id, to, amount: '6' }, { idempotencyKey: 'the lost payment' })
  expect((await answerOf(another)).refused?.code).toBe('idempotency_mismatch')
  expect(await minedCount(testnet.info.rpcUrl, payer.address)).toBe(mined)
  expect((await answerOf(clientOf(gateway, lostKey).getMe({}))).refused?.status).toBe(401)

  await expect.poll(async () => (await api.listWallets({})).wallets.map(({ id }) => id)).toContain(used.id)
  const back = (await api.listWallets({})).wallets.find(({ id }) => id === used.id)
  expect(back).toMatchObject({ address: used.address, rebuiltAt: expect.any(String) })
  expect(await triple(api, used.id)).toEqual(['7', '0', '7'])
  const next = await newWallet(api)
  expect([used.address, unused.address]).not.toContain(next.address)

  await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(200)
  // So did what was paid to the wallet that came back, once that was there.
  await expect.poll(async () => JSON.parse(await command('owed --json'))).toMatchObject({ unattributed: [] })
  const [given] = (await api.listTransactions({ walletId: used.id })).items
  expect(given).toMatchObject({ type: 'FUND', amount: '7', status: 'SETTLED', rebuiltAt: expect.any(String) })
  await command('audit --verify', 1)
  await command('audit --acknowledge')
  await command('audit --verify')
  const after = await doctor()
  expect(after.failover).toBeUndefined()
  for (const what of ['database', 'chain and database']) expect(after[what]?.state, after[what]?.says).toBe('ok')
})
