import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { sepoliaTokens } from '../../gateway/chain/live/contracts/registry.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { runSotto } from '../harness/command.ts'
import { type Detour, startDetour } from '../harness/detour.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'
import { deployIssuedTokens, moveContracts, OBSERVER } from '../harness/tokens/issued.ts'

/**
 * The settings of Sepolia, tried on a chain of this machine that has Sepolia's addresses, and that the gateway knows by its
 * RPC and its relayer alone, as it would know one that is elsewhere.
 */
const CUSDC = '0x7c5BF43B851c1dff1a4feE8dB225b87f2C223639'
const folder = temporaryFolder()
const dataDir = join(folder.path, 'gateway')
let testnet: Testnet
let relayer: Detour
let env: Record<string, string>
let gateway: Gateway
let api: Client

beforeAll(async () => {
  const first = await startTestnet(folder.path)
  const { stable, cstable, registry } = await deployIssuedTokens(first)
  await first.controls.snapshot()
  await first.stop()
  moveContracts(
    folder.path,
    new Map([
      [stable, sepoliaTokens.usdcMock],
      [cstable, CUSDC],
      [registry, sepoliaTokens.registry],
    ]),
  )
  testnet = await startTestnet(folder.path)
  relayer = await startDetour(testnet.info.relayerUrl)
  env = {
    SOTTO_NETWORK: 'sepolia',
    SOTTO_RPC_URL: testnet.info.rpcUrl,
    SOTTO_OPERATOR_KEY: `0x${'07'.repeat(32)}`,
    // Zama's, which is the default, cannot be reached from here.
    SOTTO_RELAYER_URL: relayer.url,
    SOTTO_CONFIRMATIONS: '1',
  }
  gateway = await startGateway({ dataDir, env })
  api = clientOf(gateway, await makeKey(dataDir, undefined, env))
})

afterAll(async () => {
  await gateway?.stop()
  await relayer?.close()
  await testnet?.stop()
  folder.remove()
})

const seen = (path: RegExp) => relayer.seen.filter((line) => path.test(line)).length

type Call = () => Promise<{ transaction: Transaction }>

/** A proof takes ten seconds, and on a busy machine longer than a payment waits. Nothing has been sent then: once more. */
async function patiently(call: Call): Promise<Transaction> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await call()).transaction
    } catch (error) {
      const late = error instanceof Refused && /Nothing was sent(\.|; try again\.)$/.test(error.message)
      if (!late || attempt === 6) throw error
      await sleep(20_000)
    }
  }
}

/** A proof takes a core for ten seconds: in a usual run a transfer has one, and before a release a redeem too. */
const proven = isLong ? ['transfer', 'redeem'] : ['transfer']
const title = `fund, mint, ${proven.join(', ')} settle with the real TFHE proof, through the unmodified client, and no shortcut is taken`
test(title, async () => {
  const { wallet: a } = await api.createWallet({ type: 'custodial' })
  const fund = await api.fund({ walletId: a.id, amount: '100' })
  expect((await settled(api, fund.transaction.id)).status).toBe('SETTLED')
  const mint = await api.mint({ walletId: a.id, amount: '60' })
  expect((await settled(api, mint.transaction.id)).status).toBe('SETTLED')
  expect(seen(/^POST .*\/input-proof$/)).toBe(0)

  const { wallet: b } = await api.createWallet({ type: 'custodial' })
  const transfer = await patiently(() => api.transfer({ walletId: a.id, amount: '25', toWalletId: b.id }))
  expect((await settled(api, transfer.id)).status).toBe('SETTLED')
  expect(await triple(api, a.id)).toEqual(['40', '35', '75'])
  expect(await triple(api, b.id)).toEqual(['0', '25', '25'])
  if (isLong) {
    const redeem = await patiently(() => api.redeem({ walletId: a.id, amount: '10' }))
    expect((await settled(api, redeem.id)).status).toBe('SETTLED')
    expect(await triple(api, a.id)).toEqual(['50', '25', '75'])
  }

  const { balances } = await api.getBalances({ walletId: a.id })
  expect(balances[0]?.normal.token).toBe('USDCMock')
  const proofs = seen(/^POST .*\/input-proof$/)
  expect(proofs, 'each amount went to the relayer with its proof').toBeGreaterThanOrEqual(proven.length)
  expect(seen(/fast-input|\/v1\//), 'and none took the shortcut').toBe(0)
})

type Report = { bad: boolean; findings: { what: string; state: string; says: string }[] }

/** Not waited for in this thread: the detour that it asks is here. */
async function doctor(args: string[], environment: Record<string, string>): Promise<Report> {
  const { ended, stdout, stderr } = runSotto(['doctor', '--json', ...args], environment)
  await ended
  if (stdout() === '') throw new Error(stderr())
  return JSON.parse(stdout()) as Report
}

/** What `sotto doctor` says once the coprocessor has proven the mint and the others. */
const COMPUTING = 1 + proven.length
const allProven = new RegExp(`^(\\d+) of \\1 computations of ${COMPUTING} transactions are proven`)

const says = ({ findings }: Report) => new Map(findings.map((finding) => [finding.what, finding.says]))

test('the doctor finds nothing bad but that no backup was made, and says what the network is', async () => {
  const report = await doctor(['--data-dir', dataDir], env)
  const others = report.findings.filter(({ state }) => state !== 'ok')
  expect(others).toMatchObject([
    { what: 'backup', state: 'warn', says: expect.stringContaining('no backup was made yet') },
  ])
  const found = says(report)
  expect(found.get('executor')).toMatch(/^v0\.\d+\.\d+, handles /)
  expect(found.get('tokens')).toContain(`cUSDCMock ${CUSDC} over USDCMock ${sepoliaTokens.usdcMock}`)
  expect(found.get('registry')).toContain('valid')
  expect(found.get('observers')?.toLowerCase()).toContain(OBSERVER)
  expect(found.get('deny list')).toContain('the token under it')
  expect(found.get('relayer keys')).toContain('can read')
  expect(found.get('handles')).toMatch(allProven)
  expect(found.get('running: token')).toBe('ready')
})

test('with the address of a node alone the network reads the same, in a report without that address', async () => {
  const report = await doctor(['--rpc', testnet.info.rpcUrl], { HOME: folder.path })
  expect(report.bad).toBe(false)
  const found = says(report)
  expect(found.get('handles')).toMatch(allProven)
  expect(report.findings.filter(({ what }) => what === 'transfer')).toHaveLength(COMPUTING)
  expect(found.get('transfer')).not.toContain('NOT')
  expect(JSON.stringify(report)).not.toContain(new URL(testnet.info.rpcUrl).host)
  expect([...found.keys()]).not.toContain('relayer')
})

test('a node that is not one is told so, without its address', async () => {
  const url = 'http://127.0.0.1:1/v3/the-key-of-somebody'
  const report = await doctor(['--rpc', url], { HOME: folder.path })
  expect(report.bad).toBe(true)
  expect(JSON.stringify(report)).not.toContain('the-key-of-somebody')
})

test('tokens of our own are deployed by a command, funded by their faucet, and minted', async () => {
  const deployed = runSotto(['contracts', 'deploy'], env)
  await deployed.ended
  const own = Object.fromEntries([...deployed.stdout().matchAll(/^(SOTTO_\w+)=(0x\w{40})$/gm)].map(([, ...one]) => one))
  expect(Object.keys(own)).toEqual(['SOTTO_STABLE_ADDRESS', 'SOTTO_CSTABLE_ADDRESS', 'SOTTO_FAUCET_ADDRESS'])
  const otherDir = join(folder.path, 'own')
  const other = await startGateway({ dataDir: otherDir, env: { ...env, ...own } })
  try {
    const client = clientOf(other, await makeKey(otherDir, undefined, env))
    const { wallet } = await client.createWallet({ type: 'custodial' })
    for (const verb of ['fund', 'mint'] as const) {
      const { transaction } = await client[verb]({ walletId: wallet.id, amount: '3' })
      expect((await settled(client, transaction.id)).status).toBe('SETTLED')
    }
    expect(await triple(client, wallet.id)).toEqual(['0', '3', '3'])
  } finally {
    await other.stop()
  }
})
