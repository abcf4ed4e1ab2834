import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createApp } from '../app.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { round } from '../transactions/worker.ts'
import type { Log } from '../world/log.ts'
import { checkDerived } from './check-derived.ts'
import { type Reader, readerOf, readPlaintexts } from './read-plaintexts.ts'
import { rememberDecrypted, rememberDerived } from './remember.ts'
import { countMismatches } from './store.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`
const MINUTE = 60_000

let world: TestWorld
let tester: Tester
let till: { id: string; address: Address }
let asked: Hex[][]
let logged: string[]

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' })
  asked = []
  logged = []
  const say = (fields: unknown, message?: string) => logged.push(`${JSON.stringify(fields)} ${message}`)
  world.log = { ...world.log, warn: say, error: say } as unknown as Log
  const { decrypt } = world.chain.confidential
  world.chain.confidential.decrypt = (signer, handles) => {
    asked.push(handles)
    return decrypt(signer, handles)
  }
  tester = await createTester(world)
  till = await walletWithMoney(tester)
})

const pay = async (amount: string) =>
  (await tester.api.transfer({ walletId: till.id, amount, to: elsewhere })).transaction
const balanceHandle = () => world.chain.ledger.holder(till.address).handle
const balance = async () => (await tester.api.getBalances({})).balances[0]?.confidential.amount
const get = (path: string) =>
  Promise.resolve(
    createApp(world).request(
      `http://127.0.0.1${path}`,
      { headers: { host: '127.0.0.1' } },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    ),
  )

describe('what was derived is held against the KMS in the background', () => {
  test('one request a minute, with the newest balance and what else was believed', async () => {
    const { txHash } = await pay('25')
    await balance()
    await checkDerived(world)
    expect(asked).toEqual([])
    world.clock.pass(MINUTE)
    await checkDerived(world)
    const moved = world.chain.ledger.mined.get(txHash as Hex)?.receipt.confidentialMoves[0]?.handle
    expect(asked).toHaveLength(1)
    expect(asked[0]).toEqual(expect.arrayContaining([balanceHandle(), moved]))
    const rows = await world.db
      .selectFrom('plaintexts')
      .select('origin')
      .where('handle', '=', balanceHandle())
      .execute()
    expect(rows).toEqual([{ origin: 'decrypted' }])
    expect(await balance()).toBe('35')
    expect(await (await get('/metrics')).text()).toContain('sotto_derivation_mismatches_total 0\n')
  })

  test('by a read, which does not wait for it', async () => {
    await pay('25')
    world.clock.pass(MINUTE)
    let answer = () => {}
    const { decrypt } = world.chain.confidential
    world.chain.confidential.decrypt = async (signer, handles) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return decrypt(signer, handles)
    }
    expect(await balance()).toBe('35')
    answer()
  })

  test('a wallet that is used comes again within a day, and others in between', async () => {
    const requestsBy = async (wallet: { id: string }) => {
      const before = asked.length
      await tester.api.transfer({ walletId: wallet.id, amount: '1', to: elsewhere })
      world.clock.pass(MINUTE)
      await checkDerived(world)
      return asked.length - before
    }
    const other = await walletWithMoney(tester)
    expect(await requestsBy(till)).toBe(1)
    expect(await requestsBy(till)).toBe(0)
    expect(await requestsBy(other)).toBe(1)
    world.clock.pass(6 * 60 * MINUTE)
    // What each of the two has believed since its last turn.
    expect(await requestsBy(till)).toBe(2)
  })

  test('not while somebody waits for the relayer, and not by a gateway that decrypts everything', async () => {
    await pay('25')
    world.clock.pass(MINUTE)
    const { decrypt } = world.chain.confidential
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    world.chain.confidential.decrypt = async (signer, handles) => {
      await waiting
      return decrypt(signer, handles)
    }
    world.chain.ledger.holder(till.address).handle = world.chain.ledger.ciphertexts.encrypt(3n)
    const read = balance()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await checkDerived(world)
    expect(asked).toEqual([])
    answer()
    await read
  })

  describe('a handle that is not opened does not keep the others from being checked', () => {
    const origins = async () => {
      const rows = await world.db.selectFrom('plaintexts').select(['handle', 'origin']).execute()
      return rows.flatMap(({ handle, origin }) => (origin === 'own' ? [] : [{ handle, origin }]))
    }
    async function checkAll() {
      for (let tries = 0; tries < 10; tries++) {
        world.clock.pass(MINUTE)
        await checkDerived(world).catch(() => undefined)
      }
    }

    test('which is what the balance was in a block that was taken back', async () => {
      await pay('25')
      await balance()
      await pay('5')
      await balance()
      world.chain.ledger.rollback(1)
      await checkAll()
      const wanted = new Set(asked[0])
      expect(wanted.size).toBeGreaterThan(2)
      const checked = (await origins()).filter(({ handle }) => wanted.has(handle))
      const opened = ({ origin }: { origin: string }) => origin === 'decrypted'
      expect([checked.some(opened), checked.every(opened)]).toEqual([true, false])
      for (const one of checked) expect(world.chain.ledger.opened(one.handle) !== undefined).toBe(opened(one))
      const before = asked.length
      await checkAll()
      expect(asked.length).toBe(before)
    })

    test('whatever the reason is', async () => {
      await pay('25')
      await balance()
      await pay('5')
      const bad = balanceHandle()
      const { decrypt } = world.chain.confidential
      world.chain.confidential.decrypt = async (signer, handles) => {
        if (!handles.includes(bad)) return decrypt(signer, handles)
        throw new Error('no answer')
      }
      await balance()
      await checkAll()
      const derived = (await origins()).filter(({ origin }) => origin === 'derived').map(({ handle }) => handle)
      expect(derived).toContain(bad)
      expect(asked.length).toBeGreaterThan(0)
    })
  })

  test('the old handle of a payment that was mined again is not asked for', async () => {
    const { id, txHash } = await pay('25')
    const handle = () => world.chain.ledger.mined.get(txHash as Hex)?.receipt.confidentialMoves[0]?.handle ?? '0x'
    const before = handle()
    const sent = world.chain.ledger.mined.get(txHash as Hex)?.sent
    world.chain.ledger.rollback(1)
    if (sent !== undefined) world.chain.ledger.take(sent)
    world.clock.pass(4_000)
    expect((await tester.api.getTransaction({ id })).transaction).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(handle()).not.toBe(before)
    world.clock.pass(MINUTE)
    await checkDerived(world)
    expect(asked.flat()).toContain(handle())
    expect(asked.flat()).not.toContain(before)
  })

  test('by the worker', async () => {
    await pay('25')
    world.clock.pass(MINUTE)
    await round(world)
    await checkDerived(world)
    expect(asked).toHaveLength(1)
  })
})

describe('a derived amount that the KMS contradicts', () => {
  beforeEach(async () => {
    await pay('25')
    await balance()
    world.chain.ledger.clear.set(balanceHandle(), 12_345_678n)
    world.clock.pass(MINUTE)
    await checkDerived(world)
  })

  test('is counted, logged without the amounts, and named by the readiness probe', async () => {
    expect(await (await get('/metrics')).text()).toContain('sotto_derivation_mismatches_total 1\n')
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { checks: expect.arrayContaining([{ name: 'derivation', ok: false }]) },
    ])
    const lines = logged.filter((line) => line.includes('not what the KMS decrypts'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/12345678|35000000|12\.345678/)
  })

  test('gives way to what the KMS says, and that wallet is decrypted for from then on', async () => {
    expect(await balance()).toBe('12.345678')
    const before = asked.length
    expect((await pay('1')).status).toBe('SETTLED')
    await balance()
    expect(asked.length - before).toBe(2)
  })

  test('leaves other wallets as they were', async () => {
    const other = await walletWithMoney(tester)
    const before = asked.length
    await tester.api.transfer({ walletId: other.id, amount: '1', to: elsewhere })
    expect(asked.length).toBe(before)
  })

  test('and does not trouble a gateway that derives nothing', async () => {
    world.config = { ...world.config, SOTTO_AMOUNTS: 'decrypted' }
    expect((await get('/readyz')).status).toBe(200)
  })
})

describe('a wrong amount that several have believed', () => {
  /** How two readers get an amount, each of its own; afterwards it turns out to be another one. */
  async function believedBy(readers: Reader[]): Promise<{ shared: Hex; mine: Hex }> {
    const [shared, mine] = [world.chain.ledger.ciphertexts.encrypt(1n), world.chain.ledger.ciphertexts.encrypt(2n)]
    await rememberDerived(world, null, new Map([shared, mine].map((handle) => [handle, 7n])))
    for (const reader of readers) expect((await readPlaintexts(world, [shared], reader)).get(shared)).toBe(7n)
    return { shared, mine }
  }

  test('is trusted by none of those who look for themselves any more', async () => {
    const other = await walletWithMoney(tester)
    const [one, two] = [readerOf(world, till.id), readerOf(world, other.id)]
    const { shared, mine } = await believedBy([one, two])
    for (const { walletId } of [one, two]) await rememberDecrypted(world, walletId, new Map([[shared, 1n]]))
    for (const reader of [one, two]) {
      expect((await readPlaintexts(world, [mine], reader)).get(mine)).toBe(2n)
    }
    // However many they misled.
    expect(await countMismatches(world.db)).toBe(2)
  })

  test('is not trusted by the operator either, who is no wallet', async () => {
    const operator: Reader = { walletId: null, unseal: async () => world.chain.operator }
    const { shared, mine } = await believedBy([operator])
    await rememberDecrypted(world, null, new Map([[shared, 1n]]))
    expect((await readPlaintexts(world, [mine], operator)).get(mine)).toBe(2n)
  })
})

test('a public decryption that says something else than was derived is one as well', async () => {
  const { publicDecrypt } = world.chain.confidential
  world.chain.confidential.publicDecrypt = async (handle) => {
    const published = await publicDecrypt(handle)
    return published && { ...published, units: published.units + 1n }
  }
  await tester.api.redeem({ walletId: till.id, amount: '10' }).then(async ({ transaction }) => {
    world.clock.pass(1_100)
    await tester.api.getTransaction({ id: transaction.id })
  })
  expect(await (await get('/metrics')).text()).toContain('sotto_derivation_mismatches_total 1\n')
})
