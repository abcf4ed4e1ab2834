import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { createMemory } from '../../world/memory.ts'
import { reconcile } from '../reconcile.ts'
import {
  backUp,
  begin,
  elsewhere,
  paidOut,
  redeem,
  restore,
  sentAs,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

/** After a restore a cancellation is found; a reorganisation gives its nonce to the payment that was forgotten. */
beforeEach(() => begin())

const nothing = { do: 'nothing' } as const
const cancellation: Hex = `0x${'c'.repeat(64)}`

async function cancelledFirst({ sender, nonce }: Sent, blocks: number) {
  const { ledger } = world.chain
  ledger.rollback(blocks)
  ledger.take({ hash: cancellation, sender, nonce, action: nothing, cost: 0n })
  expect(await accountForNonces(world, sender)).toBe(true)
  ledger.rollback(1)
}

/** A look that finds nothing new reads the earlier ones again; so must one that does. */
describe.each([
  ['and nothing else is', false],
  ['and something new at the next nonce', true],
])('where a forgotten payment is mined at the nonce of an unattributed one, %s', (_, isNewNext) => {
  test('a payment is not made again by its key', async () => {
    const { ledger } = world.chain
    backUp()
    const paid = sentAs((await transfer('7', 'k', 'STABLE')).transaction?.txHash)
    const next = sentAs((await transfer('1', 'l', 'STABLE')).transaction?.txHash)
    await restore()
    await cancelledFirst(paid, 2)
    ledger.take(paid)
    if (isNewNext) ledger.take(next)
    const again = await transfer('7', 'k', 'STABLE')
    expect(again.status).not.toBe(201)
    expect((await transfer('7', 'k', 'STABLE')).error?.code).toBe('idempotency_mismatch')
    expect(ledger.holder(elsewhere).stable).toBe(isNewNext ? 8_000_000n : 7_000_000n)
  })

  test('a payout is not made again', async () => {
    const { ledger } = world.chain
    const id = (await redeem('10')).transaction?.id ?? ''
    const look = async () => {
      for (let looks = 0; looks < 4; looks++) {
        world.clock.pass(4_000)
        await reconcile(world, id)
      }
      return (await tester.api.getTransaction({ id })).transaction
    }
    backUp()
    const payout = sentAs((await look()).settlementTxHash)
    await restore()
    await cancelledFirst(payout, 1)
    ledger.take(payout)
    const { sender, nonce } = payout
    const next: Sent = { hash: `0x${'d'.repeat(64)}`, sender, nonce: nonce + 1, action: nothing, cost: 0n }
    if (isNewNext) ledger.take(next)
    expect(await look()).toMatchObject({ status: 'SETTLED', settlementTxHash: payout.hash })
    expect(paidOut()).toBe(10_000_000n)
  })
})

test('what another process has found on an older chain, in the same block of now, is read again as well', async () => {
  const { ledger } = world.chain
  backUp()
  const paid = sentAs((await transfer('7', 'k', 'STABLE')).transaction?.txHash)
  await restore()
  await cancelledFirst(paid, 1)
  const found = await world.db.selectFrom('unattributed').selectAll().executeTakeFirstOrThrow()
  ledger.take(paid)
  expect(await accountForNonces(world, wallet.address)).toBe(true)
  // It was slower, and stores what it read before the reorganisation.
  await world.db.deleteFrom('unattributed').execute()
  await world.db.insertInto('unattributed').values(found).execute()
  expect((await transfer('7', 'k', 'STABLE')).status).not.toBe(201)
  expect(ledger.holder(elsewhere).stable).toBe(7_000_000n)
})

describe('many that a restore has forgotten', () => {
  const MANY = 6
  let paid: Sent[]
  let asked: Hex[]

  /** Each is seen at two newest blocks. */
  beforeEach(async () => {
    backUp()
    paid = []
    for (let nth = 0; nth < MANY; nth++)
      paid.push(sentAs((await transfer('1', `k${nth}`, 'STABLE')).transaction?.txHash))
    await restore()
    asked = []
    const { chain } = world
    world.chain = {
      ...chain,
      receipt(hash, how) {
        asked.push(hash)
        return chain.receipt(hash, how)
      },
    }
    await lookAtNextBlock()
    await lookAtNextBlock()
  })

  const lookAtNextBlock = async () => {
    asked.length = 0
    world.chain.ledger.mineEmpty()
    expect(await accountForNonces(world, wallet.address)).toBe(true)
  }
  const found = async () => {
    const rows = await world.db.selectFrom('unattributed').select('hash').orderBy('nonce').execute()
    return rows.map(({ hash }) => hash)
  }
  const hashes = () => paid.map(({ hash }) => hash)

  test('are not read again with every block', async () => {
    expect(await found()).toEqual(hashes())
    await lookAtNextBlock()
    expect(asked).toEqual([])
  })

  test('one of which no node showed a receipt meanwhile is read again', async () => {
    const [, second] = hashes()
    await world.db
      .updateTable('unattributed')
      .set({ settled: 0 })
      .where('hash', '=', second as Hex)
      .execute()
    await lookAtNextBlock()
    expect(asked).toEqual([second])
  })

  test.each([0, 2, MANY - 1])(
    'are read again after a reorganisation, which gave the nonce of number %i away',
    async (nth) => {
      const { ledger } = world.chain
      const { sender, nonce } = paid[nth] as Sent
      // Blocks of the looks are on top of them.
      ledger.rollback(MANY - nth + 2)
      ledger.take({ hash: cancellation, sender, nonce, action: nothing, cost: 0n })
      for (const later of paid.slice(nth + 1)) ledger.take(later)
      ledger.mineEmpty()
      await lookAtNextBlock()
      expect(await found()).toEqual(hashes().with(nth, cancellation))
      // It is seen twice, and then stands like the others.
      for (let looks = 0; looks < 3; looks++) await lookAtNextBlock()
      expect(asked).toEqual([])
    },
  )

  test('are asked for with every block once the chain has none of them', async () => {
    const { ledger } = world.chain
    ledger.rollback(MANY + 2)
    for (let more = 0; more < MANY + 2; more++) ledger.mineEmpty()
    for (let looks = 0; looks < 4; looks++) {
      await lookAtNextBlock()
      expect(asked.toSorted()).toEqual(hashes().toSorted())
    }
  })

  test('are read again where the newest blocks were of the branch that won, and their receipts of another', async () => {
    const { ledger } = world.chain
    const { chain } = world
    const heads = new Map<number, Hex>()
    world.memory = createMemory()
    world.chain = {
      ...chain,
      async head() {
        const head = await chain.head()
        const hash: Hex = `0x${head.number.toString(16).padStart(64, 'a')}`
        heads.set(head.number, hash)
        return { ...head, hash }
      },
      async block(number, how) {
        const block = await chain.block(number, how)
        return block && { ...block, hash: heads.get(number) ?? block.hash }
      },
    }
    for (let looks = 0; looks < 2; looks++) await lookAtNextBlock()
    const { sender, nonce } = paid[0] as Sent
    ledger.rollback(MANY + 4)
    ledger.take({ hash: cancellation, sender, nonce, action: nothing, cost: 0n })
    for (const later of paid.slice(1)) ledger.take(later)
    for (let more = 0; more < 4; more++) ledger.mineEmpty()
    await lookAtNextBlock()
    expect(await found()).toEqual(hashes().with(0, cancellation))
  })

  test('are each read again where the reorganisation came while they were read', async () => {
    const { ledger } = world.chain
    const { chain } = world
    ledger.mineEmpty()
    world.memory = createMemory()
    await lookAtNextBlock()
    // The second look: once the last of them has been seen, the chain loses the first one.
    let isOver = false
    const last = hashes().at(-1)
    world.chain = {
      ...chain,
      async receipt(hash, how) {
        const receipt = await chain.receipt(hash, how)
        if (hash !== last || isOver) return receipt
        isOver = true
        reorganise()
        return receipt
      },
    }
    const reorganise = () => {
      const { sender, nonce } = paid[0] as Sent
      ledger.rollback(MANY + 5)
      ledger.take({ hash: cancellation, sender, nonce, action: nothing, cost: 0n })
      for (const later of paid.slice(1)) ledger.take(later)
      for (let more = 0; more < 5; more++) ledger.mineEmpty()
    }
    ledger.mineEmpty()
    await accountForNonces(world, wallet.address)
    expect(isOver).toBe(true)
    await lookAtNextBlock()
    expect(await found()).toEqual(hashes().with(0, cancellation))
  })
})
