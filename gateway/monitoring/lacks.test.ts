import { parseEther } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTester, createTestWorld, type TestWorld } from '../testing/test-world.ts'

const TOKEN = 'a token of this test'

let world: TestWorld

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float' })
})

const get = (path: string, headers: Record<string, string> = {}, from = '127.0.0.1', app = createApp(world)) =>
  Promise.resolve(
    app.request(
      `http://127.0.0.1${path}`,
      { headers: { host: '127.0.0.1', ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    ),
  )

/** A redeem whose payout the operator's STABLE does not cover; then its ether. */
async function waitingRedeem() {
  const app = createApp(world)
  const tester = await createTester(world, {}, app)
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  await tester.api.fund({ walletId: wallet.id, amount: '77.7' })
  await tester.api.mint({ walletId: wallet.id, amount: '66.6' })
  const operator = world.chain.ledger.holder(world.chain.operator.address)
  operator.stable = 10n ** 9n
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '55.5' })
  const look = async (has: { stable?: bigint; wei?: bigint }) => {
    Object.assign(operator, has)
    world.clock.pass(90_000)
    return (await tester.api.getTransaction(transaction)).transaction
  }
  await look({ stable: 500_000n })
  return { app, wallet, transaction, look }
}

test('counts what waits for the operator, which makes nobody unready, and names no address and no amount', async () => {
  const { wallet, transaction, look } = await waitingRedeem()
  const liquidity = await get('/readyz', {}, '10.0.0.7')
  expect(liquidity.status).toBe(200)
  const text = await liquidity.text()
  expect(JSON.parse(text)).toMatchObject({ ok: true })
  expect(JSON.parse(text).warnings).toEqual([{ name: 'waiting_for_liquidity', count: 1, see: 'sotto owed' }])
  for (const secret of ['55.5', '55500000', wallet.address, wallet.id, transaction.id, world.chain.operator.address])
    expect(text).not.toContain(secret)

  await look({ stable: 10n ** 9n, wei: 0n })
  const { warnings } = (await (await get('/readyz', {}, '10.0.0.7')).json()) as { warnings: unknown[] }
  expect(warnings).toEqual([{ name: 'waiting_for_gas', count: 1, see: 'sotto owed' }])
})

test('tells those who may read the metrics what the operator lacks, where, and since when', async () => {
  const { app, look } = await waitingRedeem()
  const told = async (headers: Record<string, string> = {}, from?: string) => {
    const answer = await get('/readyz', headers, from, app)
    return ((await answer.json()) as { warnings: unknown[] }).warnings
  }
  const { address } = world.chain.operator
  const counted = { name: 'waiting_for_liquidity', count: 1, see: 'sotto owed' }
  const since = (await look({})).updatedAt
  const known = { ...counted, address, asset: 'STABLE', missing: '55', since }
  expect(await told()).toEqual([known])
  expect(await told({ host: 'localhost:7984' })).toEqual([known])
  // Others who ask a moment later: another machine, and a web page whose name leads here.
  for (const [headers, from] of [[{}, '10.0.0.7'], [{ host: 'rebound.example' }]] as const)
    expect(await told(headers, from)).toEqual([counted])
  world.config.SOTTO_METRICS_TOKEN = TOKEN
  expect(await told()).toEqual([counted])
  expect(await told({ authorization: 'Bearer another' })).toEqual([counted])
  expect(await told({ authorization: `Bearer ${TOKEN}` }, '10.0.0.7')).toEqual([known])
  Object.assign(world.config, { SOTTO_METRICS_TOKEN: undefined, SOTTO_PUBLIC_URL: 'https://pay.example.org' })
  expect(await told(), 'from the proxy').toEqual([counted])
  world.config.SOTTO_PUBLIC_URL = undefined

  await look({ stable: 10n ** 9n, wei: 0n })
  const [gas] = (await told()) as [{ missing: string }]
  expect(gas).toMatchObject({ name: 'waiting_for_gas', count: 1, address, asset: 'ETH' })
  // A call of the fake chain takes more than any payout does on a real one.
  await look({ wei: 10n * parseEther(gas.missing) })
  expect(await told()).toEqual([])
})

test('a chain that says nothing hides no count', async () => {
  await waitingRedeem()
  world.chain.faults.chainAway = true
  const { warnings } = (await (await get('/readyz')).json()) as { warnings: unknown[] }
  expect(warnings).toEqual([{ name: 'waiting_for_liquidity', count: 1, see: 'sotto owed' }])
})

test('/readyz counts the confirming nodes that do not answer, and stays ready', async () => {
  world.chain.faults.nodesBehind = 2
  const answer = await get('/readyz')
  expect(answer.status).toBe(200)
  const { warnings } = (await answer.json()) as { warnings: unknown[] }
  expect(warnings).toEqual([{ name: 'confirming_nodes', count: 2, see: 'sotto doctor' }])
})
