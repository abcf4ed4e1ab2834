import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Source } from '../../config/config.ts'
import { onPostgres } from '../../testing/postgres/databases.ts'
import {
  anotherGateway,
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { createSingleFlight } from '../../world/single-flight.ts'
import { reconcile } from '../reconcile.ts'
import { round } from '../worker.ts'
import { listOwed, listUnpaid } from './debts.ts'

/** A burn that is mined again in another block has another request: a payout that was signed for the old one pays nothing. */
let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }
const [STABLE, CSTABLE] = [40_000_000n, 60_000_000n]

async function begin(settings: Source = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

beforeEach(() => begin())

const ledger = () => world.chain.ledger
const redeem = async () => (await tester.api.redeem({ walletId: wallet.id, amount: '10' })).transaction.id
const purse = () => [ledger().holder(wallet.address).stable, ledger().confidentialOf(wallet.address)]
const paidOnce = [STABLE + 10_000_000n, CSTABLE - 10_000_000n]
const finalizes = () => world.chain.broadcasts.filter(({ action }) => action.do === 'finalize')
const reverted = () => [...ledger().mined.values()].filter(({ receipt }) => !receipt.success)

async function read(id: string, passMs = 1_100) {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

async function lookOften(id: string) {
  for (let looks = 0; looks < 10; looks++) {
    await read(id, 60_000)
    await round(world)
  }
  return read(id)
}

async function legsOf(id: string) {
  const rows = db().select(['kind', 'state', 'handle']).where('transactionId', '=', id).orderBy('position').execute()
  return (await rows).filter(({ kind }) => kind !== 'nonce gap')
}
const db = () => world.db.selectFrom('legs')
const requestOf = async (id: string) => (await legsOf(id))[0]?.handle

async function expectPaidOnce(id: string) {
  expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  expect(purse()).toEqual(paidOnce)
  expect(await listOwed(world.db, world.keys)).toEqual([])
  expect(await listUnpaid(world.db, world.keys)).toEqual([])
}

/** Burned, and the finalize is signed and in the pool. */
async function burnedAndSigned() {
  const id = await redeem()
  ledger().automine = false
  await read(id)
  expect(finalizes()).toHaveLength(1)
  return { id, request: await requestOf(id) }
}

const isBurn = (action: { do: string }) => action.do === 'unwrap' || action.do === 'hidden'

/** The burn alone is mined again, and the pool has kept the finalize. */
function remine(blocks: number) {
  const burn = [...ledger().mined.values()].findLast(({ sent }) => isBurn(sent.action))?.sent
  const back = ledger().rollback(blocks)
  const kept = ledger().pending.splice(0)
  if (burn !== undefined) ledger().take(burn)
  ledger().mine()
  for (const sent of kept) ledger().take(sent)
  return back
}

describe('a burn that is mined again before it is paid out', () => {
  test('is paid by a new finalize: the old one is cancelled, and neither sent again nor mined', async () => {
    const { id, request } = await burnedAndSigned()
    remine(1)
    await read(id, 4_000)
    expect(await requestOf(id)).not.toBe(request)
    const requests = finalizes().flatMap(({ action }) => ('request' in action ? action.request : []))
    expect(requests).toEqual([request, await requestOf(id)])
    ledger().automine = true
    ledger().mine()
    await expectPaidOnce(id)
    expect(reverted()).toEqual([])
    expect((await legsOf(id)).map(({ state }) => state)).toEqual(['confirmed', 'cancelled', 'confirmed'])
    expect(await world.db.selectFrom('paidHashes').select('transactionId').execute()).toEqual([
      { transactionId: id },
      { transactionId: id },
    ])
  })

  test('is paid by one of two gateways that look at once', async () => {
    const { id, request } = await burnedAndSigned()
    remine(1)
    world.clock.pass(4_000)
    const own = { memory: createMemory(), singleFlight: createSingleFlight() }
    const beside = onPostgres ? anotherGateway(world) : { ...world, ...own }
    await Promise.all([reconcile(world, id), reconcile(beside, id)])
    const made = finalizes().filter(({ action }) => 'request' in action && action.request !== request)
    expect(made).toHaveLength(1)
    ledger().automine = true
    ledger().mine()
    await expectPaidOnce(id)
    expect(reverted()).toEqual([])
  })

  test('is not paid for before it is mined again: the old finalize waits', async () => {
    const { id } = await burnedAndSigned()
    ledger().rollback(1)
    ledger().pending.splice(0)
    const sent = finalizes().length
    await read(id, 4_000)
    expect(finalizes()).toHaveLength(sent)
    ledger().automine = true
    ledger().mine()
    await expectPaidOnce(id)
    expect(reverted()).toEqual([])
  })

  test('is cancelled by a payment of the operator’s that waits behind it, before the redeem is read', async () => {
    const { id } = await burnedAndSigned()
    remine(1)
    const { transaction: other } = await tester.api.fund({ walletId: wallet.id, amount: '1' })
    await read(other.id, 4_000)
    expect(ledger().pending.map(({ action }) => action.do)).toEqual(['fund', 'nothing'])
    ledger().automine = true
    ledger().mine()
    expect(await lookOften(other.id)).toMatchObject({ status: 'SETTLED' })
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(reverted()).toEqual([])
    expect(purse()).toEqual([STABLE + 11_000_000n, CSTABLE - 10_000_000n])
  })

  test('and is so often that three finalizes come to nothing, is neither failed nor owed', async () => {
    await begin({ SOTTO_CONFIRMATIONS: '3' })
    const deepen = () => {
      for (let blocks = 0; blocks < 3; blocks++) ledger().mineEmpty()
    }
    deepen()
    const id = await redeem()
    ledger().automine = false
    deepen()
    await read(id)
    for (let times = 1; times <= 4; times++) {
      ledger().mine()
      reorganiseAll()
      expect(reverted()).toHaveLength(times)
      deepen()
      expect(await read(id, 4_000)).toMatchObject({ status: 'SETTLING' })
      await read(id, 4_000)
    }
    ledger().mine()
    deepen()
    expect((await legsOf(id)).filter(({ state }) => state === 'reverted')).toHaveLength(4)
    await expectPaidOnce(id)
  })
})

/** The burn and all that came after it is mined again, in the same order. */
function reorganiseAll() {
  const burned = [...ledger().mined.values()].find(({ sent }) => sent.action.do === 'unwrap')?.receipt.block ?? 0
  const taken = [...ledger().mined.values()].filter(({ receipt }) => receipt.block >= burned)
  ledger().rollback(ledger().block - burned + 1)
  for (const { sent } of taken) ledger().take(sent)
  ledger().mine()
}

describe('a reorganisation that goes back again, where the old finalize', () => {
  test.each(['is in the pool', 'was lost', 'was cancelled'])('%s', async (fate) => {
    const { id, request } = await burnedAndSigned()
    const back = remine(1)
    await read(id, 4_000)
    if (fate === 'was cancelled') {
      ledger().automine = true
      ledger().mine()
      await read(id, 4_000)
      ledger().automine = false
      expect((await legsOf(id))[1]?.state).toBe('cancelled')
    }
    if (fate !== 'is in the pool') ledger().pending.splice(0)
    back()
    await read(id, 4_000)
    expect(await requestOf(id)).toBe(request)
    ledger().automine = true
    ledger().mine()
    await expectPaidOnce(id)
  })

  test('has paid, and has paid again', async () => {
    const id = await redeem()
    const settled = await read(id)
    expect(settled.status).toBe('SETTLED')
    const back = ledger().rollback(2)
    const looked = async () => {
      await lookOften(id)
      return purse()
    }
    await expect.poll(looked).toEqual(paidOnce)
    back()
    await expectPaidOnce(id)
    expect((await read(id)).settlementTxHash).toBe(settled.settlementTxHash)
  })
})

describe('a burn that is taken back with its payout', () => {
  test('is paid anew, and the old payout is not sent again', async () => {
    const id = await redeem()
    expect((await read(id)).status).toBe('SETTLED')
    const before = await requestOf(id)
    ledger().rollback(2)
    expect(await read(id, 4_000)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
    await expectPaidOnce(id)
    expect(await requestOf(id)).not.toBe(before)
    expect(reverted()).toEqual([])
  })

  test('from the float is paid once, with the bytes that had paid it', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    ledger().holder(world.chain.operator.address).stable = 15_000_000n
    const id = await redeem()
    const settled = await read(id)
    expect(settled.status).toBe('SETTLED')
    const before = await requestOf(id)
    ledger().rollback(2)
    await expectPaidOnce(id)
    expect(await requestOf(id)).not.toBe(before)
    expect((await read(id)).settlementTxHash).toBe(settled.settlementTxHash)
    expect(ledger().holder(world.chain.operator.address).stable).toBe(5_000_000n)
  })

  test('from the float is paid by the signed bytes, also where only a later payment of the operator’s is looked at', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    ledger().holder(world.chain.operator.address).stable = 15_000_000n
    const id = await redeem()
    ledger().automine = false
    await read(id)
    const [payout] = ledger().pending
    remine(1)
    ledger().pending.splice(0)
    const { transaction: other } = await tester.api.fund({ walletId: wallet.id, amount: '1' })
    await read(other.id, 20_000)
    expect(ledger().pending.find(({ nonce, sender }) => nonce === payout?.nonce && sender === payout.sender)).toEqual(
      payout,
    )
    ledger().automine = true
    ledger().mine()
    expect(await lookOften(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: payout?.hash })
    expect(purse()).toEqual([STABLE + 11_000_000n, CSTABLE - 10_000_000n])
  })
})
