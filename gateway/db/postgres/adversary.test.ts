import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refusal } from '#shared/refusals.ts'
import { createApp } from '../../app.ts'
import { appendEvent, verifyEvents } from '../../audit/store.ts'
import { countTry } from '../../auth/login-attempts.ts'
import { newDatabase, openMade } from '../../testing/postgres/databases.ts'
import {
  anotherGateway,
  createTester,
  createTestWorld,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { look } from '../../transactions/arrivals/look.ts'
import { wrongTotals } from '../../transactions/totals-store.ts'
import { atomically } from '../database.ts'
import { openKeyring } from '../sealed/keyring.ts'
import { createLeases } from './leases/leases.ts'
import { openPostgres } from './open.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** What PgBouncer tells its client when the server's connection ends under a statement: `disconnect_client`, SQLSTATE 08P01. */
function poolerError(): Buffer {
  const fields = ['SFATAL', 'C08P01', 'Mserver conn crashed?'].map((field) => `${field}\0`).join('')
  const body = Buffer.from(`${fields}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** A pooler whose server ends after it has committed and before its answer went through. */
async function pooler(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let armed = false
  let lost = 0
  const server: Server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    let cut = false
    client.on('data', (bytes: Buffer) => {
      if (armed && bytes.includes('commit\0')) {
        armed = false
        cut = true
      }
      there.write(bytes)
    })
    there.on('data', (bytes: Buffer) => {
      if (!cut) client.write(bytes)
      else if (lost++ === 0) client.end(poolerError())
    })
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const by = new URL(url)
  by.port = String((server.address() as AddressInfo).port)
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return {
    url: by.href,
    lost: () => lost,
    loseNextCommit: () => {
      armed = true
    },
  }
}

test('a payment whose commit a pooler lost the server of is not refused', async () => {
  const url = await newDatabase()
  const by = await pooler(url)
  const beside = openMade(url)
  const db = openPostgres(by.url)
  closers.unshift(() => db.destroy())
  const world: TestWorld = {
    ...(await createTestWorld()),
    db,
    locks: createLeases(db),
    keys: await openKeyring(beside, new Uint8Array(32)),
  }
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const to = world.chain.wallets.create().address
  const before = world.chain.broadcasts.length
  // The audit log is written after; the first commit under a lease is the payment's.
  const { run } = world.locks
  world.locks.run = (name, work) => {
    if (name.startsWith('sender:')) by.loseNextCommit()
    return run(name, work)
  }
  const told = await tester.api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' }).then(
    () => 'made',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.code}: ${error.message}` : String(error)),
  )
  const stored = await beside.selectFrom('transactions').select('status').where('toAddress', '=', to).execute()
  expect({ told, lost: by.lost(), stored: stored.length, sent: world.chain.broadcasts.length - before }).toEqual({
    told: 'made',
    lost: 1,
    stored: 1,
    sent: 1,
  })
})

test('the same Idempotency-Key at two gateways at once is never told that its payment is impossible while it is made', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100', SOTTO_LIMIT_WRITES: '1000' })
  const b = anotherGateway(a)
  const tester = await createTester(a)
  const clients: Client[] = [tester.api, testerOf(tester, createApp(b)).api]
  const told: string[] = []
  const rows: string[] = []
  for (let round = 0; round < 4; round++) {
    const wallet = await walletWithMoney(tester)
    const to = a.chain.wallets.create().address
    const pay = (api: Client) =>
      api
        .transfer({ walletId: wallet.id, to, amount: '40', token: 'STABLE' }, { idempotencyKey: `order ${round}` })
        .then(
          () => 'made',
          (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.code}` : String(error)),
        )
    told.push(...(await Promise.all(clients.map(pay))))
    const made = await a.db.selectFrom('transactions').select('status').where('toAddress', '=', to).execute()
    rows.push(made.map(({ status }) => status).join())
  }
  expect(told.filter((each) => each !== 'made' && each !== '409 idempotency_in_progress')).toEqual([])
  expect(rows.filter((each) => each.includes('FAILED'))).toEqual([])
})

test('a gateway whose clock is five minutes ahead lets nobody try more often within 15 minutes', async () => {
  const a = await createTestWorld()
  const b = anotherGateway(a)
  const ahead: TestWorld = { ...b, clock: { ...b.clock, now: () => a.clock.now() + 5 * 60_000 } }
  const attempt = (world: TestWorld) => countTry(world, 'thief').then(
    () => 1,
    () => 0,
  )
  let passed = 0
  for (let minute = 0; minute < 15; minute++) {
    for (let tries = 0; tries < 3; tries++) passed += (await attempt(a)) + (await attempt(ahead))
    a.clock.pass(60_000 - 1)
  }
  expect(passed).toBe(a.config.SOTTO_LIMIT_LOGINS)
})

test('an audit log that is whole is never called broken because a gateway writes to it meanwhile', async () => {
  const a = await createTestWorld()
  const b = anotherGateway(a)
  const none = { accountId: null, outcome: 'ok', credentialType: null, credentialId: null, address: null, subject: null }
  const verdicts: string[] = []
  let writes = true
  const writing = (async () => {
    while (writes) await appendEvent(a, { ...none, type: 'sign_out' })
  })()
  for (let times = 0; times < 40; times++) {
    const verdict = await verifyEvents(b.db, b.keys)
    verdicts.push(verdict.is === 'whole' ? 'whole' : verdict.why)
  }
  writes = false
  await writing
  expect(await verifyEvents(b.db, b.keys)).toMatchObject({ is: 'whole' })
  expect(verdicts).toEqual(Array(40).fill('whole'))
})

/** A way to a server whose machine can lose its power: what is open stays open and says nothing; who connects anew meets its successor. */
async function wayTo(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const frozen = new Set<Socket>()
  const server: Server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    client.on('data', (bytes: Buffer) => {
      if (!frozen.has(client)) there.write(bytes)
    })
    there.on('data', (bytes: Buffer) => {
      if (!frozen.has(client)) client.write(bytes)
    })
    for (const one of [client, there]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => sockets.delete(one))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const by = new URL(url)
  by.port = String((server.address() as AddressInfo).port)
  return {
    url: by.href,
    losePower: () => {
      for (const socket of sockets) frozen.add(socket)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a server whose machine lost its power, and whose successor answers, holds up writes for seconds', async () => {
  const way = await wayTo(await newDatabase())
  const db = openPostgres(way.url)
  closers.push(way.close, () => db.destroy())
  const insert = (id: string) =>
    atomically(db, (trx) => trx.insertInto('loginAttempts').values({ id, who: 'x', at: 1 }).execute()).then(
      () => 'stored',
      () => 'refused',
    )
  expect(await insert('before')).toBe('stored')
  way.losePower()
  const soon = new Promise<string>((resolve) => setTimeout(() => resolve('hangs'), 40_000))
  const first = insert('first')
  const second = insert('second')
  expect(await Promise.race([Promise.all([first, second]), soon])).toEqual([expect.any(String), 'stored'])
})

test('what comes in while several gateways look is listed once, counted and told', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000' })
  const worlds = [a, anotherGateway(a), anotherGateway(a)]
  const bob = await createTester(a)
  const purse = (await bob.api.createWallet({ type: 'custodial' })).wallet
  const stranger = createOutsider(a)
  for (let round = 0; round < 8; round++) {
    for (let count = 0; count < 4; count++) {
      stranger.pay(purse.address as never, 1_000_000n)
      stranger.payHidden(purse.address as never, 2_000_000n)
    }
    a.clock.pass(5_000)
    await Promise.all(worlds.map((world) => look(world)))
  }
  for (const world of worlds) await look(world)
  const { total } = await bob.api.listTransactions({ direction: 'in', pageSize: 100 })
  const rows = await a.db.selectFrom('outbox').selectAll().where('accountId', '=', bob.accountId).orderBy('sequence').execute()
  const arrived = rows.filter(({ kind }) => kind === 'transaction').map(({ subject }) => subject)
  expect([total, await wrongTotals(a.db as never)]).toEqual([64, []])
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
  expect(new Set(arrived).size).toBe(64)
})

test('a probe that names the gateway by the address of its machine is answered', async () => {
  const world = await createTestWorld({ SOTTO_HOST: '0.0.0.0', SOTTO_PUBLIC_URL: 'https://pay.example.org' })
  const app = createApp(world)
  const answer = await app.request('http://10.0.0.5:7984/healthz', { headers: { host: '10.0.0.5:7984' } })
  expect(answer.status).toBe(200)
})

test('the same Idempotency-Key at two gateways registers a wallet once, and tells nobody that it was there before', async () => {
  const a = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  const b = anotherGateway(a)
  const tester = await createTester(a)
  const clients: Client[] = [tester.api, testerOf(tester, createApp(b)).api]
  const told: string[] = []
  for (let round = 0; round < 5; round++) {
    const { address } = a.chain.wallets.create()
    const register = (api: Client) =>
      api.createWallet({ type: 'external', address }, { idempotencyKey: `wallet ${round}` }).then(
        () => 'made',
        (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.code}` : String(error)),
      )
    told.push(...(await Promise.all(clients.map(register))))
  }
  expect(told.filter((each) => each !== 'made' && each !== '409 idempotency_in_progress')).toEqual([])
})

test('a payment that stood for ten minutes behind a transaction that hung is not carried out any more', async () => {
  const world = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100' })
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const to = world.chain.wallets.create().address
  const gate = Promise.withResolvers<void>()
  const hanging = atomically(world.db as never, () => gate.promise)
  const told = tester.api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' }).then(
    () => 'made',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.code}` : String(error)),
  )
  const isInLine = async () =>
    (await world.db.selectFrom('leases').select('name').where('name', 'like', 'sender:%').execute()).length > 0
  while (!(await isInLine())) await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  world.clock.pass(10 * 60_000)
  gate.resolve()
  await hanging
  const outcome = await told
  const stored = await world.db.selectFrom('transactions').select('id').where('toAddress', '=', to).execute()
  expect({ outcome, stored: stored.length }).toEqual({ outcome: '503 overloaded', stored: 0 })
})
