import { beforeEach, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import type { Source } from '../config/config.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { createMemory } from '../world/memory.ts'
import { look } from './arrivals/look-fixture.ts'
import { payByHand } from './payouts/by-hand/by-hand.ts'
import { round } from './worker.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`

let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

beforeEach(() => begin({ SOTTO_REDEEM_MODE: 'float' }))

async function begin(settings: Source) {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

async function read(id: string, passMs = 4_000) {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

/** All that the node says is as it was so many blocks ago. */
function lag(blocks: number) {
  const { ledger } = world.chain
  const newest = ledger.block - blocks
  const { block, receipt, nonce, pendingNonce } = world.chain
  world.chain.block = async (number, known) => {
    if (number <= newest) return block.call(world.chain, number)
    if (known?.wasSeen) throw new ChainUnavailable('The node is behind: a block')
    return undefined
  }
  world.chain.head = async () => ({ ...(await known(block.call(world.chain, newest))), number: newest })
  world.chain.receipt = async (hash) => {
    const found = await receipt.call(world.chain, hash)
    return found === undefined || found.block > newest ? undefined : found
  }
  world.chain.nonce = async (sender, at) => nonce.call(world.chain, sender, Math.min(at ?? newest, newest))
  world.chain.pendingNonce = async (sender) =>
    Math.min(ledger.nonceAt(sender, newest), await pendingNonce.call(world.chain, sender))
}

async function known<T>(found: Promise<T | undefined>): Promise<T> {
  const value = await found
  if (value === undefined) throw new Error('there is no such block')
  return value
}

test('another gateway, whose node lags by a block, takes nothing back that this one has seen', async () => {
  const receiver = await walletWithMoney(tester)
  const pay = { walletId: wallet.id, amount: '1', token: 'STABLE', to: receiver.address }
  const { id } = (await tester.api.transfer(pay)).transaction
  const settled = await read(id)
  expect(settled).toMatchObject({ status: 'SETTLED', waitingFor: null })
  const incoming = async () =>
    world.db
      .selectFrom('transactions')
      .select('id')
      .where('type', '=', 'RECEIVE')
      .where('txHash', '=', settled.txHash as Hex)
  expect(await (await incoming()).execute()).toHaveLength(1)

  Object.assign(world, { memory: createMemory() })
  lag(1)
  expect(await read(id)).toEqual(settled)
  expect(await (await incoming()).execute()).toHaveLength(1)
})

/** A redeem that settled by the payout of somebody else, once the scan has seen that deep. */
async function paidElsewhere() {
  await begin({ SOTTO_CONFIRMATIONS: '2' })
  const { ledger } = world.chain
  await look(world)
  const { id } = (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction
  const [request] = ledger.requests.keys()
  const action = { do: 'finalize', request: request as Hex, units: '10000000' } as const
  const payout = { hash: `0x${'f1'.repeat(32)}`, sender: elsewhere, nonce: 0, action, cost: 0n } as const
  ledger.take(payout)
  ledger.mineEmpty()
  const settled = await read(id)
  expect(settled).toMatchObject({ status: 'SETTLED', waitingFor: null, settlementTxHash: payout.hash })
  await look(world)
  return { id, payout, settled }
}

test('nor what somebody else has paid out', async () => {
  const { id, settled } = await paidElsewhere()
  Object.assign(world, { memory: createMemory() })
  lag(1)
  expect(await read(id)).toEqual(settled)
})

test('what somebody else has paid out is waited for again in the block that a reorganisation has moved it to, and paid once it is lost', async () => {
  const { id, payout } = await paidElsewhere()
  const { ledger } = world.chain
  ledger.rollback(2)
  ledger.pending.splice(0)
  ledger.mineEmpty()
  ledger.mineEmpty()
  ledger.take(payout)
  expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
  ledger.rollback(1)
  ledger.pending.splice(0)
  ledger.mineEmpty()
  for (let rounds = 0; rounds < 8; rounds++) {
    world.clock.pass(60_000)
    await round(world)
    ledger.mineEmpty()
  }
  expect(ledger.holder(wallet.address).stable).toBe(50_000_000n)
  expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
})

test('the burn of a debt that was paid by hand is not cancelled after a reorganisation', async () => {
  const { ledger, faults, operator } = world.chain
  const before = ledger.block
  ledger.automine = false
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  const burn = world.chain.broadcasts.at(-1)?.hash
  const denied = { success: false, publicMoves: [], confidentialMoves: [], unwraps: [] }
  faults.lie = (hash, truth) => (truth && hash === burn ? { ...truth, ...denied } : truth)
  ledger.automine = true
  ledger.mine()
  expect((await read(transaction.id)).status).toBe('FAILED')
  delete faults.lie
  await read(transaction.id)
  const payout = ledger.seen((await payByHand(world, transaction.id)) as Hex)
  expect(payout?.sender).toBe(operator.address)
  expect(ledger.holder(wallet.address).stable).toBe(50_000_000n)

  const other = (await tester.api.transfer({ walletId: wallet.id, amount: '1', to: elsewhere })).transaction
  ledger.rollback(ledger.block - before)
  ledger.pending.splice(0)
  if (payout !== undefined) ledger.take(payout)
  for (let looks = 0; looks < 12; looks++) await read(other.id, 20_000)
  expect((await read(other.id)).status).toBe('SETTLED')
  expect(ledger.holder(wallet.address).stable).toBe(50_000_000n)
  expect(ledger.confidentialOf(wallet.address)).toBe(49_000_000n)
})
