import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createApp } from '../../app.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { copySqlite } from '../../db/copy.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { catchUp } from '../../legs/reconciling/catch-up.ts'
import { noteRestore } from '../../legs/reconciling/restores-store.ts'
import { listBehind } from '../../legs/reconciling/senders-store.ts'
import { listStrangers } from '../../legs/reconciling/unattributed-store.ts'
import { insertLeg } from '../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { createLocks } from '../../world/locks.ts'
import { createMemory } from '../../world/memory.ts'
import { keepReconciling, reconcileAtStart } from './at-start.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`
const OPERATOR_STABLE = 1_000_000_000n
const HOUR = 60 * 60_000

let folder: string
let world: TestWorld
let tester: Tester
let wallet: { id: string; address: Address }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-restored-'))
})
afterEach(async () => {
  await world.db.destroy()
  rmSync(folder, { recursive: true })
})

async function begin(mode: 'backed' | 'float' = 'float') {
  const settings = { SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  world = await createTestWorld(settings, join(folder, 'now.db'))
  world.chain.ledger.holder(world.chain.operator.address).stable = OPERATOR_STABLE
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

const backUp = () => copySqlite(join(folder, 'now.db'), join(folder, 'backup.db'))

/** The database as it was, in a process of its own; the chain as it is. */
async function restore() {
  await world.db.destroy()
  const db = openSqlite(join(folder, 'backup.db'))
  Object.assign(world, { db, locks: createLocks(), memory: createMemory() })
  tester = { ...tester, ...over(createApp(world)) }
}

function over(app: Tester['app']): Pick<Tester, 'ask' | 'app'> {
  const ask: Tester['ask'] = async (method, path, body, headers = {}) =>
    app.request(`http://localhost:7984/api/v1${path}`, {
      method,
      headers: {
        host: 'localhost:7984',
        authorization: `Bearer ${tester.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { app, ask }
}

async function call(method: string, path: string, body?: unknown, key?: string) {
  const answer = await tester.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key })
  const json = (await answer.json()) as { data?: { transaction: Row }; error?: { code: string; message: string } }
  return { status: answer.status, error: json.error, transaction: json.data?.transaction }
}
type Row = {
  id: string
  status: string
  amount: string
  txHash: string
  settlementTxHash: string
  waitingFor: string | null
}

const redeem = (amount: string, key?: string) => call('POST', '/redeem', { walletId: wallet.id, amount }, key)
const transfer = (amount: string, key?: string, token = 'cSTABLE') =>
  call('POST', '/transfer', { walletId: wallet.id, amount, token, to: elsewhere }, key)

async function read(id: string, times = 4) {
  for (let reads = 0; reads < times; reads++) {
    world.clock.pass(4_000)
    await call('GET', `/transactions/${id}`)
  }
  return (await call('GET', `/transactions/${id}`)).transaction
}
const operatorHas = () => world.chain.ledger.holder(world.chain.operator.address).stable
const unattributed = () => listStrangers(world.db, world.keys)

describe('a backup that is older than the chain is restored', () => {
  test.each(['float', 'backed'] as const)(
    'a redeem (%s) that was settling then is not paid out again',
    async (mode) => {
      await begin(mode)
      const { transaction } = await redeem('10')
      const settling = transaction?.id ?? ''
      expect(transaction?.status).toBe('SETTLING')
      backUp()
      const settled = await read(settling)
      expect(settled?.status).toBe('SETTLED')
      const before = operatorHas()
      await restore()
      await reconcileAtStart(world, 'operator')
      expect(await read(settling)).toMatchObject({ status: 'SETTLED', settlementTxHash: settled?.settlementTxHash })
      expect(operatorHas()).toBe(before)
      expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
      expect((await unattributed()).filter(({ does }) => does === 'transfer' || does === 'finalize')).toEqual([])
    },
  )

  test('nor one that was not even mined then', async () => {
    await begin()
    world.chain.ledger.automine = false
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    expect((await read(id))?.status).toBe('SETTLED')
    const before = operatorHas()
    await restore()
    expect((await read(id))?.status).toBe('SETTLED')
    expect(operatorHas()).toBe(before)
    expect(await unattributed()).toEqual([])
  })

  test('a payout that was made anew after the backup, and the one before it dead, is not made a third time', async () => {
    await begin()
    const id = (await redeem('10')).transaction?.id ?? ''
    world.chain.faults.broadcast = () => 'lost'
    await read(id, 1)
    backUp()
    const { ledger, operator } = world.chain
    const nonce = ledger.holder(operator.address).nonce
    ledger.take({ hash: `0x${'9'.repeat(64)}`, sender: operator.address, nonce, action: { do: 'nothing' }, cost: 0n })
    delete world.chain.faults.broadcast
    expect((await read(id))?.status).toBe('SETTLED')
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
    await restore()
    await reconcileAtStart(world, 'operator')
    expect((await read(id))?.status).toBe('SETTLED')
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
  })

  test.each(['cSTABLE', 'STABLE'])(
    'a payment of %s from after the backup is not made again by its key',
    async (token) => {
      await begin()
      backUp()
      const { transaction } = await transfer('7', 'order-1', token)
      expect(transaction?.status).toBe('SETTLED')
      const { nonce } = world.chain.ledger.holder(wallet.address)
      await restore()
      for (let repeats = 0; repeats < 3; repeats++) {
        const again = await transfer('7', 'order-1', token)
        expect([again.status, again.error?.code]).toEqual([409, 'idempotency_mismatch'])
        expect(again.error?.message).toContain(transaction?.txHash)
      }
      expect(world.chain.ledger.holder(wallet.address).nonce).toBe(nonce)
      // What a person has decided to pay after all has a key of its own, which names what was paid already.
      expect((await transfer('7', 'order-2', token)).status).toBe(409)
      expect((await transfer('7', `order-2 ${transaction?.txHash}`, token)).status).toBe(201)
      expect((await transfer('7', 'order-1', token)).status).toBe(409)
    },
  )

  test.each([
    ['mint', () => call('POST', '/mint', { walletId: wallet.id, amount: '3' }, 'k')],
    ['fund', () => call('POST', '/fund', { walletId: wallet.id, amount: '3' }, 'k')],
    ['redeem through the float', () => redeem('3', 'k')],
  ])('a %s from after the backup is not made again by its key', async (_, pay) => {
    await begin()
    backUp()
    const first = await pay()
    expect(first.status).toBe(201)
    if (first.transaction?.status === 'SETTLING') await read(first.transaction.id)
    await restore()
    const again = await pay()
    expect([again.status, again.error?.code]).toEqual([409, 'idempotency_mismatch'])
  })

  test('another amount, another receiver and another wallet are other payments', async () => {
    await begin()
    backUp()
    await transfer('7', 'order-1')
    await restore()
    expect((await transfer('8', 'order-2')).status).toBe(201)
    const to: Address = `0x${'2'.repeat(40)}`
    expect((await call('POST', '/transfer', { walletId: wallet.id, amount: '7', to }, 'order-3')).status).toBe(201)
    expect(await unattributed()).toMatchObject([{ does: 'hidden transfer', toAddress: elsewhere, claimedBy: null }])
  })

  test('of two equal payments from after the backup the newest is named: a key without it pays neither again', async () => {
    await begin()
    backUp()
    const [a, b] = [await transfer('7', 'a'), await transfer('7', 'b')].map(({ transaction }) => transaction?.txHash)
    await restore()
    for (const key of ['a', 'b', 'c', `c ${a}`]) expect((await transfer('7', key)).error?.message).toContain(b)
    expect((await transfer('7', `c ${b}`)).status).toBe(201)
  })

  test.each(['float', 'backed'] as const)(
    'a burn (%s) from after the backup is owed all the same: it is a redeem again, and is paid once',
    async (mode) => {
      await begin(mode)
      backUp()
      const { transaction } = await redeem('10', 'k')
      const stable = () => world.chain.ledger.holder(wallet.address).stable
      expect(stable()).toBe(40_000_000n)
      await restore()
      await reconcileAtStart(world, 'operator')
      const rows = (await (await tester.ask('GET', '/transactions?type=REDEEM')).json()) as { data: { items: Row[] } }
      const [again] = rows.data.items
      expect(again).toMatchObject({ txHash: transaction?.txHash })
      expect(await read(again?.id ?? '')).toMatchObject({ status: 'SETTLED' })
      expect(stable()).toBe(50_000_000n)
      expect((await redeem('10', 'k')).status).toBe(409)
    },
  )

  test('and one that was paid then is not paid again', async () => {
    await begin()
    backUp()
    const { transaction } = await redeem('10', 'k')
    expect((await read(transaction?.id ?? ''))?.status).toBe('SETTLED')
    const before = operatorHas()
    await restore()
    await reconcileAtStart(world, 'operator')
    const rows = (await (await tester.ask('GET', '/transactions?type=REDEEM')).json()) as { data: { items: Row[] } }
    expect(await read(rows.data.items[0]?.id ?? '')).toMatchObject({ status: 'SETTLED' })
    expect(operatorHas()).toBe(before)
  })

  test('a replacement with higher fees that the backup does not know is recognised by what it does', async () => {
    await begin()
    world.chain.ledger.automine = false
    const { transaction } = await transfer('7')
    expect(transaction?.status).toBe('PENDING')
    backUp()
    world.chain.ledger.mineEmpty()
    world.clock.pass(60_000)
    await call('GET', `/transactions/${transaction?.id}`)
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    const settled = await read(transaction?.id ?? '')
    expect(settled?.status).toBe('SETTLED')
    expect(settled?.txHash).not.toBe(transaction?.txHash)
    await restore()
    expect(await read(transaction?.id ?? '')).toMatchObject({ status: 'SETTLED', txHash: settled?.txHash })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  })

  test('until what was mined is found, payments are 503 reconciling and reads work', async () => {
    await begin()
    backUp()
    await transfer('7', 'order-1')
    await restore()
    const { whoUsedNonce } = world.chain
    world.chain.whoUsedNonce = async () => undefined
    const answer = await tester.ask('POST', '/transfer', { walletId: wallet.id, amount: '1', to: elsewhere })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('reconciling')
    expect((await call('GET', '/transactions')).status).toBe(200)
    expect(await listBehind(world.db)).toMatchObject([{ address: wallet.address, missing: 1 }])
    const ready = (await (
      await tester.app.request('http://localhost/readyz', { headers: { host: 'localhost' } })
    ).json()) as {
      checks: unknown[]
    }
    expect(ready.checks).toContainEqual({ name: 'reconciled', ok: false, missing: 1 })
    world.chain.whoUsedNonce = whoUsedNonce
    expect((await transfer('1', 'order-2')).status).toBe(201)
    expect(await listBehind(world.db)).toEqual([])
  })

  test('a process that is killed while finding goes on where it was', async () => {
    await begin()
    backUp()
    for (const amount of ['1', '2', '3']) await transfer(amount, `order-${amount}`)
    await restore()
    const { whoUsedNonce } = world.chain
    const asked: number[] = []
    const searching = (finds: number): typeof whoUsedNonce => {
      return async (sender, nonce, from) => {
        asked.push(nonce)
        if (finds-- === 0) throw new Error('killed')
        return whoUsedNonce(sender, nonce, from)
      }
    }
    world.chain.whoUsedNonce = searching(1)
    await expect(catchUp(world, wallet.address)).rejects.toThrow('killed')
    expect(await listBehind(world.db)).toMatchObject([{ address: wallet.address, missing: 2 }])
    world.chain.whoUsedNonce = searching(-1)
    expect(await catchUp(world, wallet.address)).toBe(true)
    const [first = 0] = asked
    expect(asked).toEqual([first, first + 1, first + 1, first + 2])
    expect(await unattributed()).toHaveLength(3)
    expect(await listBehind(world.db)).toEqual([])
  })

  test.each([
    ['by the command', () => noteRestore(world.db, world.clock.now())],
    ['as a data folder that is put back', async () => {}],
    ['long ago', () => noteRestore(world.db, world.clock.now() - 2 * HOUR)],
  ])('what still waits in a pool holds its sender up, and is found once it is mined: restored %s', async (_, note) => {
    await begin()
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    const { transaction } = await transfer('7', 'order-1')
    expect(transaction?.status).toBe('PENDING')
    await restore()
    await note()
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, error: { code: 'reconciling' } })
    expect(await listBehind(world.db)).toMatchObject([{ address: wallet.address, missing: 1 }])
    ledger.automine = true
    ledger.mine()
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 409 })
    expect(ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
    expect(await listBehind(world.db)).toEqual([])
  })

  test('a payout that waits in a pool is not made again beside it', async () => {
    await begin()
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    const { ledger } = world.chain
    ledger.automine = false
    await read(id)
    await restore()
    expect(await read(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
    ledger.automine = true
    ledger.mine()
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
    expect(await unattributed()).toEqual([])
  })

  /** What was sent before the restore, and no pool shows. */
  async function forgotten(send: () => Promise<unknown>) {
    const { ledger } = world.chain
    ledger.automine = false
    await send()
    const hidden = ledger.pending.splice(0)
    expect(hidden).toHaveLength(1)
    await restore()
    return () => {
      ledger.automine = true
      for (const sent of hidden.splice(0)) ledger.take(sent)
    }
  }

  test('a payout that is mined at the moment in which it would be made again is not', async () => {
    await begin()
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    const mine = await forgotten(() => read(id))
    const { readForPayment } = world.chain
    world.chain.readForPayment = async (question) => {
      mine()
      return readForPayment.call(world.chain, question)
    }
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
  })

  test('a payout that a reorganisation left below its burn is known all the same', async () => {
    await begin()
    const { ledger, operator } = world.chain
    const before = ledger.block
    const { id = '', txHash } = (await redeem('10')).transaction ?? {}
    backUp()
    const settled = await read(id)
    await restore()
    expect(await catchUp(world, operator.address)).toBe(true)
    const sent = [txHash, settled?.settlementTxHash].map((hash) => ledger.mined.get(hash as Hex)?.sent)
    ledger.rollback(ledger.block - before)
    for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    for (const one of sent) if (one !== undefined) ledger.take(one)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: settled?.settlementTxHash })
    expect(operatorHas()).toBe(OPERATOR_STABLE - 10_000_000n)
  })

  test('a sender is accounted for by a node that keeps receipts, where the other one has forgotten them', async () => {
    await begin()
    backUp()
    await transfer('7', 'order-1')
    await restore()
    const { receipt } = world.chain
    world.chain.receipt = async (hash, options) => (options?.old ? receipt(hash) : undefined)
    expect(await catchUp(world, wallet.address)).toBe(true)
    expect(await unattributed()).toMatchObject([{ does: 'hidden transfer' }])
  })

  test('nor a payment that is found while its repeat waits for its turn', async () => {
    await begin()
    backUp()
    const mine = await forgotten(() => transfer('7', 'order-1'))
    const { run } = world.locks
    world.locks.run = async (name, work) => {
      if (name === `sender:${wallet.address}`) {
        mine()
        await catchUp(world, wallet.address)
      }
      return run(name, work)
    }
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, error: { code: 'reconciling' } })
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 409 })
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(7_000_000n)
  })

  test('what was mined at a nonce that the gateway passed over is found, although it signed above it', async () => {
    await begin()
    const { ledger } = world.chain
    const id = (await transfer('7')).transaction?.id ?? ''
    const { nonce } = ledger.holder(wallet.address)
    const sign = { kind: 'nonce gap', movesValue: false, cost: 0n, signedBlock: ledger.block, now: 0 } as const
    const above = { ...sign, id: 'above', transactionId: id, position: 9, sender: wallet.address, nonce: nonce + 1 }
    await insertLeg(world.db, above)
    const action = { do: 'transfer', to: elsewhere, units: '1000000' } as const
    for (const at of [nonce, nonce + 1]) {
      const hash = `0x${at.toString(16).padStart(64, '0')}` as const
      ledger.take({ hash, sender: wallet.address, nonce: at, action, cost: 0n })
    }
    expect(await catchUp(world, wallet.address)).toBe(true)
    expect(await unattributed()).toMatchObject([{ nonce, does: 'transfer' }])
  })
})

/** Redeems as their owner lists them. */
async function redeems(): Promise<Row[]> {
  const answer = await tester.ask('GET', '/transactions?type=REDEEM')
  return ((await answer.json()) as { data: { items: Row[] } }).data.items
}

/** Burns out of the test's wallet, past the gateway's database; what is not covered burns nothing. Gives the hash. */
async function burn(units: bigint, does: 'unwrap' | 'hidden' = 'unwrap'): Promise<Hex> {
  const { ledger, operator, calls } = world.chain
  const { nonce } = ledger.holder(wallet.address)
  const input = { handle: ledger.ciphertexts.encrypt(units), proof: '0x' } as const
  const call =
    does === 'unwrap' ? calls.unwrap(wallet.address, input) : calls.transferConfidential(operator.address, input)
  const signer = { address: wallet.address, key: operator.key }
  const { raw, hash } = await world.chain.sign(signer, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

/** Lets the gateway reconcile for so many rounds; `between` says what happens after some of them. */
async function keepFor(rounds: number, between: Record<number, () => unknown> = {}): Promise<void> {
  const closing = new AbortController()
  let count = 0
  const clock = {
    ...world.clock,
    sleep: async (ms: number) => {
      world.clock.pass(ms)
      await between[++count]?.()
      if (count === rounds) closing.abort()
    },
  }
  await keepReconciling({ ...world, clock, closing: closing.signal }, 'operator')
}

describe('a burn that a restored database does not know', () => {
  test('and that no pool shows is found when it is mined later', async () => {
    await begin('backed')
    await noteRestore(world.db, world.clock.now())
    await keepFor(400, { 3: () => burn(10_000_000n) })
    expect(await redeems()).toMatchObject([{ status: 'SETTLED' }])
  })

  test('is a redeem again when a payment has found it, without another start', async () => {
    await begin('backed')
    await keepFor(20, {
      3: () => burn(10_000_000n),
      5: async () => expect((await transfer('1')).status).toBe(201),
    })
    expect(await redeems()).toMatchObject([{ status: 'SETTLED' }])
  })

  test('that cannot be decrypted, and a sender that cannot be caught up, keep no other from it', async () => {
    await begin('backed')
    const other = await walletWithMoney(tester)
    const { chain } = world
    const { publicDecrypt } = chain.confidential
    const { whoUsedNonce } = chain
    await burn(10_000_000n)
    const dark = [...chain.ledger.requests.keys()][0]
    await burn(5_000_000n)
    const { nonce } = chain.ledger.holder(other.address)
    const nothing = { do: 'nothing' } as const
    chain.ledger.take({ hash: '0xff', sender: other.address, nonce, action: nothing, cost: 0n })
    chain.whoUsedNonce = async (sender, ...rest) =>
      sender === other.address ? undefined : whoUsedNonce(sender, ...rest)
    chain.confidential.publicDecrypt = async (handle) => {
      if (handle === dark) throw new ConfidentialUnavailable('not this one')
      return publicDecrypt(handle)
    }
    await keepFor(10)
    expect(await redeems()).toMatchObject([{ status: 'SETTLED', amount: '5' }])
    chain.confidential.publicDecrypt = publicDecrypt
    await keepFor(10)
    expect((await redeems()).map(({ status, amount }) => [status, amount])).toEqual([
      ['SETTLED', '10'],
      ['SETTLED', '5'],
    ])
    expect(await listBehind(world.db)).toMatchObject([{ address: other.address, missing: 1 }])
  })

  test('and that burned nothing is asked for once', async () => {
    await begin('backed')
    const { publicDecrypt } = world.chain.confidential
    let asked = 0
    world.chain.confidential.publicDecrypt = (handle) => {
      asked += 1
      return publicDecrypt(handle)
    }
    await burn(1_000_000_000n)
    await keepFor(10)
    expect(asked).toBe(1)
    expect(await redeems()).toEqual([])
  })

  test('needs no decryption where its amount is known', async () => {
    await begin('backed')
    backUp()
    const { transaction } = await redeem('10')
    const plaintexts = await world.db.selectFrom('plaintexts').selectAll().execute()
    await restore()
    await world.db
      .insertInto('plaintexts')
      .values(plaintexts)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    world.chain.faults.decryptionAway = true
    await keepFor(3)
    expect(await redeems()).toMatchObject([{ txHash: transaction?.txHash, amount: '10' }])
  })

  test.each(['unwrap', 'hidden'] as const)(
    'is owed also where it took the nonce of a payment that the backup knows (%s)',
    async (does) => {
      await begin(does === 'unwrap' ? 'backed' : 'float')
      world.chain.faults.broadcast = () => 'lost'
      const id = (await transfer('7')).transaction?.id ?? ''
      delete world.chain.faults.broadcast
      const hash = await burn(10_000_000n, does)
      world.chain.ledger.mineEmpty()
      expect(await read(id)).toMatchObject({ status: 'FAILED' })
      await keepFor(10)
      expect(await redeems()).toMatchObject([{ status: 'SETTLED', txHash: hash }])
      expect(world.chain.ledger.holder(wallet.address).stable).toBe(50_000_000n)
    },
  )

  test('that superseded a payment is what comes again after a reorganisation', async () => {
    await begin('float')
    const { ledger } = world.chain
    world.chain.faults.broadcast = () => 'lost'
    const superseded = (await transfer('7')).transaction?.id ?? ''
    delete world.chain.faults.broadcast
    const before = ledger.block
    await burn(10_000_000n, 'hidden')
    ledger.mineEmpty()
    expect(await read(superseded)).toMatchObject({ status: 'FAILED' })
    await keepFor(10)
    const after = (await transfer('1')).transaction?.id ?? ''
    ledger.rollback(ledger.block - before)
    await read(after)
    for (const { id } of await redeems()) await read(id)
    expect([(await read(after))?.status, (await read(superseded))?.status]).toEqual(['SETTLED', 'FAILED'])
    expect(ledger.holder(wallet.address).stable).toBe(50_000_000n)
    expect(ledger.confidentialOf(elsewhere)).toBe(1_000_000n)
  })
})
