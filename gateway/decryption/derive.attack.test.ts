import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../chain/port.ts'
import type { Source } from '../config/config.ts'
import type { Sealed } from '../crypto/keyring.ts'
import { done, shown } from '../fhe/computations-fixture.ts'
import type { Operation } from '../fhe/operation.ts'
import { FheType } from '../fhe/types.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { derive } from './derive.ts'
import { readerOf, readPlaintexts, remembered } from './read-plaintexts.ts'
import { rememberDecrypted, rememberDerived } from './remember.ts'
import { countMismatches, findPlaintexts } from './store.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`

let world: TestWorld
let tester: Tester
let till: { id: string; address: Address }

async function begin(settings: Source = {}) {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', ...settings })
  tester = await createTester(world)
  till = await walletWithMoney(tester)
}

beforeEach(() => begin())

const pay = async (amount: string) =>
  (await tester.api.transfer({ walletId: till.id, amount, to: elsewhere })).transaction
const read = async (id: string) => {
  world.clock.pass(1_100)
  return (await tester.api.getTransaction({ id })).transaction
}
const known = async (handle: Hex) => (await remembered(world, [handle], till.id)).get(handle)
const balanceHandle = () => world.chain.ledger.holder(till.address).handle
const number = (pt: bigint) => done({ name: 'TrivialEncrypt', pt, toType: FheType.uint64 })

describe('a node that invents computations teaches nothing false', () => {
  const victim: Hex = `0x${'7'.repeat(42)}ff0000000000aa36a70500`

  test.each<[string, () => Operation]>([
    ['a number for a handle that is another hash', () => ({ ...number(5n), result: victim }) as Operation],
    [
      'a sum under the handle of a balance',
      () => {
        const lhs = balanceHandle()
        return { name: 'FheAdd', lhs, rhs: lhs, scalar: false, result: victim }
      },
    ],
    [
      'a choice the other way round',
      () => {
        const yes = done({ name: 'TrivialEncrypt', pt: 1n, toType: FheType.bool }).result
        const honest = done({
          name: 'FheIfThenElse',
          control: yes,
          ifTrue: number(1n).result,
          ifFalse: number(2n).result,
        })
        return { ...honest, ifTrue: number(2n).result, ifFalse: number(1n).result } as Operation
      },
    ],
    [
      'a number of another type, under the handle of this one',
      () => {
        return { ...number(2n ** 64n + 5n), toType: FheType.uint128, result: number(5n).result } as Operation
      },
    ],
    [
      'operands of two types',
      () => {
        const small = done({ name: 'TrivialEncrypt', pt: 1n, toType: FheType.uint8 }).result
        return done({ name: 'FheAdd', lhs: balanceHandle(), rhs: small, scalar: false })
      },
    ],
    [
      'an operand of another chain',
      () => {
        const lhs = balanceHandle().replace('aa36a7', '000001') as Hex
        return done({ name: 'FheAdd', lhs, rhs: balanceHandle(), scalar: false })
      },
    ],
    ['a random number', () => ({ name: 'FheRand', randType: 5, seed: `0x${'0'.repeat(32)}`, result: victim })],
  ])('%s', async (_, invent) => {
    const yes = done({ name: 'TrivialEncrypt', pt: 1n, toType: FheType.bool })
    const invented = invent()
    await derive(world, till.id, shown(yes, number(1n), number(2n), invented))
    expect(await known(invented.result)).toBe(undefined)
  })

  test('nor what an honest computation is about, by showing it before its operands or twice', async () => {
    const sum = done({ name: 'FheAdd', lhs: number(3n).result, rhs: number(4n).result, scalar: false })
    await derive(world, till.id, shown(sum, sum, number(4n), number(3n)))
    expect(await known(sum.result)).toBe(7n)
  })

  test('a payment whose receipt shows altered computations waits until they can be believed', async () => {
    const alter = (truth: Receipt): Receipt => ({
      ...truth,
      computations: truth.computations.map(({ operation }) => ({
        operation: operation.name === 'FheGe' ? { ...operation, rhs: number(0n).result } : operation,
      })),
    })
    world.chain.faults.lie = (_, truth) => truth && alter(truth)
    world.chain.faults.broadcast = () => {
      world.chain.faults.decryptionAway = true
      return 'accepted'
    }
    const { id, status } = await pay('25')
    expect(status).not.toBe('SETTLED')
    world.chain.faults.decryptionAway = false
    expect((await read(id)).status).toBe('SETTLED')
  })
})

test('what strangers compute in the newest blocks is neither kept nor waited for', async () => {
  const before = (await world.db.selectFrom('plaintexts').select('handle').execute()).length
  const strangers = Array.from({ length: 50 }, (_, index) => number(BigInt(index) + 1_000n))
  const [mined] = world.chain.ledger.mined.values()
  mined?.receipt.computations.push(...shown(...strangers))
  world.chain.ledger.holder(till.address).handle = world.chain.ledger.ciphertexts.encrypt(5n)
  const { balances } = await tester.api.getBalances({})
  expect(balances[0]?.confidential.amount).toBe('0.000005')
  expect((await world.db.selectFrom('plaintexts').select('handle').execute()).length).toBe(before + 1)
})

describe('a balance that thousands of computations lead to', () => {
  /** What a stranger can compute for some gas, and then send to a wallet. */
  const chain = () => {
    const operations = [number(1n)]
    for (let last = operations[0] as Operation; operations.length < 9_000; operations.push(last))
      last = done({ name: 'FheAdd', lhs: last.result, rhs: last.result, scalar: false })
    return operations
  }

  test('is decrypted, and none of them is kept', async () => {
    const before = (await world.db.selectFrom('plaintexts').select('handle').execute()).length
    const handle = world.chain.ledger.ciphertexts.encrypt(5n)
    world.chain.ledger.holder(till.address).handle = handle
    world.chain.computationsLeadingTo = async () => shown(...chain())
    expect((await tester.api.getBalances({})).balances[0]?.confidential.amount).toBe('0.000005')
    expect((await world.db.selectFrom('plaintexts').select('handle').execute()).length).toBe(before + 1)
  })

  test('is derived, where that is asked for', async () => {
    const operations = chain()
    await derive(world, till.id, shown(...operations))
    expect(await known(operations.at(-1)?.result ?? '0x')).toBeTypeOf('bigint')
  })
})

describe('arithmetic at its edges', () => {
  const top = number(2n ** 64n - 1n)

  test('a sum wraps around, and the comparison that follows sees it', async () => {
    const sum = done({ name: 'FheAdd', lhs: top.result, rhs: number(2n).result, scalar: false })
    const fits = done({ name: 'FheGe', lhs: sum.result, rhs: top.result, scalar: false })
    const kept = done({ name: 'FheIfThenElse', control: fits.result, ifTrue: sum.result, ifFalse: top.result })
    await derive(world, till.id, shown(top, number(2n), sum, fits, kept))
    expect([await known(sum.result), await known(kept.result)]).toEqual([1n, 2n ** 64n - 1n])
    expect(await known(fits.result)).toBe(undefined)
  })

  test('a difference wraps around, and is not chosen', async () => {
    const rest = done({ name: 'FheSub', lhs: number(1n).result, rhs: number(2n).result, scalar: false })
    const covered = done({ name: 'FheGe', lhs: number(1n).result, rhs: number(2n).result, scalar: false })
    const left = done({
      name: 'FheIfThenElse',
      control: covered.result,
      ifTrue: rest.result,
      ifFalse: number(1n).result,
    })
    await derive(world, till.id, shown(number(1n), number(2n), rest, covered, left))
    expect([await known(rest.result), await known(left.result)]).toEqual([2n ** 64n - 1n, 1n])
  })
})

describe('derivation and decryption of one handle at once', () => {
  const handle = number(9n).result
  test.each([
    [
      'decrypted first',
      [
        () => rememberDecrypted(world, till.id, new Map([[handle, 9n]])),
        () => derive(world, till.id, shown(number(9n))),
      ],
    ],
    [
      'derived first',
      [
        () => derive(world, till.id, shown(number(9n))),
        () => rememberDecrypted(world, till.id, new Map([[handle, 9n]])),
      ],
    ],
  ] as const)('agree: %s', async (_, [first, second]) => {
    await Promise.all([first(), second()])
    expect((await findPlaintexts(world.db, world.keys, [handle])).get(handle)).toMatchObject({
      units: 9n,
      origin: 'decrypted',
    })
    expect(await countMismatches(world.db)).toBe(0)
  })

  test.each([
    [
      'decrypted first',
      [
        () => rememberDecrypted(world, till.id, new Map([[handle, 8n]])),
        () => derive(world, till.id, shown(number(9n))),
      ],
    ],
    [
      'derived first',
      [
        () => derive(world, till.id, shown(number(9n))),
        () => rememberDecrypted(world, till.id, new Map([[handle, 8n]])),
      ],
    ],
  ] as const)('or raise the alarm once, and the KMS counts: %s', async (_, [first, second]) => {
    await Promise.all([first(), second()])
    await second()
    expect((await findPlaintexts(world.db, world.keys, [handle])).get(handle)).toMatchObject({
      units: 8n,
      origin: 'decrypted',
    })
    expect(await countMismatches(world.db)).toBe(1)
  })
})

describe('anyone who can only write the database', () => {
  const handle = number(9n).result

  test('makes no derived amount a decrypted one', async () => {
    await rememberDerived(world, till.id, new Map([[handle, 9n]]))
    await world.db.updateTable('plaintexts').set({ origin: 'decrypted' }).where('handle', '=', handle).execute()
    expect(await remembered(world, [handle], till.id, 'decrypted')).toEqual(new Map())
  })

  test('moves no amount to another handle', async () => {
    const row = await world.db
      .selectFrom('plaintexts')
      .selectAll()
      .where('handle', '=', balanceHandle())
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('plaintexts')
      .values({ ...row, handle })
      .execute()
    await expect(readPlaintexts(world, [handle], readerOf(world, till.id))).rejects.toThrow()
  })

  test.each(['derived', 'decrypted'])('holds up neither reads nor payments by altering one (%s)', async (amounts) => {
    await begin({ SOTTO_AMOUNTS: amounts })
    await tester.api.getBalances({})
    const altered = balanceHandle()
    await world.db
      .updateTable('plaintexts')
      .set({ amount: 'v1.altered' as Sealed })
      .where('handle', '=', altered)
      .execute()
    const payer = await createTester(world)
    const { id: walletId } = await walletWithMoney(payer)
    const { transaction } = await payer.api.transfer({ walletId, amount: '1', to: till.address })
    expect(transaction.status).toBe('SETTLED')
    expect((await tester.api.getBalances({})).balances[0]?.confidential.amount).toBe('61')
    // The gateway learns the altered amount anew, and keeps it.
    expect((await readPlaintexts(world, [altered], readerOf(world, till.id))).get(altered)).toBe(60_000_000n)
    expect((await findPlaintexts(world.db, world.keys, [altered])).get(altered)?.units).toBe(60_000_000n)
  })
})
