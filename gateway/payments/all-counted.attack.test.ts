import { describe, expect, test } from 'vitest'
import { Policy, type PolicyInput } from '#shared/model/policy.ts'
import { ConfidentialUnavailable } from '../chain/port.ts'
import { atomically } from '../db/database.ts'
import { accountForNonces } from '../legs/reconciling/account-for-nonces.ts'
import { type Subject, setPolicy } from '../policies/store.ts'
import { walletWithMoney } from '../testing/test-world.ts'
import { rebuild } from '../transactions/rebuilding/rebuild.ts'
import {
  backUp,
  begin,
  call,
  elsewhere,
  restore,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from '../transactions/rebuilding/restore-fixture.ts'
import { createMemory } from '../world/memory.ts'

setUpEach()

const set = (input: PolicyInput, subject: Subject = 'account', id = tester.accountId) =>
  atomically(world.db, (db) => setPolicy(db, world.keys, subject, id, Policy.parse(input)))
const from = (walletId: string, amount: string, token = 'cSTABLE') =>
  call('POST', '/transfer', { walletId, amount, token, to: elsewhere })
const code = async (asked: Promise<{ error: { code: string } | undefined }>) => (await asked).error?.code ?? 'paid'
/** What refuses for now is asked again, as clients do. */
async function atLast(ask: () => Promise<{ error: { code: string } | undefined }>): Promise<string> {
  for (let tries = 0; tries < 5; tries++) {
    const said = await code(ask())
    if (said !== 'reconciling') return said
    world.clock.pass(2_000)
  }
  return 'reconciling'
}

describe.each(['cSTABLE', 'STABLE'])(
  'a limit holds for %s beside payments that a restored backup does not know',
  (token) => {
    test('of the same wallet', async () => {
      await begin('backed', 'tags')
      await set({ maxPerDay: '10' })
      backUp()
      expect(await code(transfer('7', undefined, token))).toBe('paid')
      await restore()
      expect(await atLast(() => from(wallet.id, '7', token))).toBe('policy_denied')
      expect(await atLast(() => from(wallet.id, '3', token))).toBe('paid')
      expect(await atLast(() => from(wallet.id, '0.1', token))).toBe('policy_denied')
    })

    test('of another wallet of the account, of which nothing was asked since', async () => {
      await begin('backed', 'tags')
      await set({ maxPerDay: '10' })
      const other = await walletWithMoney(tester)
      backUp()
      expect(await code(transfer('7', undefined, token))).toBe('paid')
      await restore()
      expect(await atLast(() => from(other.id, '7', token))).toBe('policy_denied')
      expect(await atLast(() => from(other.id, '3', token))).toBe('paid')
    })

    test('of another wallet, by the limit of the key', async () => {
      await begin('backed', 'tags')
      const other = await walletWithMoney(tester)
      const { id } = await world.db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()
      await set({ maxPerMonth: '10' }, 'api_key', id)
      backUp()
      expect(await code(transfer('7', undefined, token))).toBe('paid')
      await restore()
      expect(await atLast(() => from(other.id, '7', token))).toBe('policy_denied')
    })
  },
)

/** Under a limit of 10 a day, 7 are paid after the backup. Returns another wallet of the account. */
async function paidAfterBackup() {
  await begin('backed', 'tags')
  await set({ maxPerDay: '10' })
  const other = await walletWithMoney(tester)
  backUp()
  expect(await code(transfer('7'))).toBe('paid')
  return other
}

test('a limit holds that is set while a payment of another wallet is being made', async () => {
  await begin('backed', 'tags')
  const other = await walletWithMoney(tester)
  backUp()
  expect(await code(transfer('7'))).toBe('paid')
  await restore()
  const { readForPayment } = world.chain
  world.chain.readForPayment = async (...asked) => {
    world.chain.readForPayment = readForPayment
    await set({ maxPerDay: '10' })
    return readForPayment.apply(world.chain, asked)
  }
  expect(await from(other.id, '7')).toMatchObject({
    status: 503,
    error: { code: 'overloaded', message: expect.stringMatching(/^A policy was changed/) },
  })
  expect(await atLast(() => from(other.id, '7'))).toBe('policy_denied')
  expect(await atLast(() => from(other.id, '3'))).toBe('paid')
})

test('a limit holds while the gateway stops, when it looks for nothing more', async () => {
  const other = await paidAfterBackup()
  const { closing } = world
  Object.assign(world, { closing: AbortSignal.abort() })
  await restore()
  expect(await code(from(other.id, '7'))).toBe('reconciling')
  Object.assign(world, { closing })
  expect(await accountForNonces(world, wallet.address)).toBe(true)
  Object.assign(world, { closing: AbortSignal.abort() })
  expect((await rebuild(world)).later).toHaveLength(1)
})

test('whose amount cannot be known yet: nothing is paid under a limit before, and what has none is paid', async () => {
  const other = await paidAfterBackup()
  await restore()
  const decrypt = world.chain.confidential.decrypt
  world.chain.confidential.decrypt = async () => {
    throw new ConfidentialUnavailable('the KMS is away')
  }
  for (const walletId of [wallet.id, other.id]) expect(await atLast(() => from(walletId, '7'))).toBe('reconciling')
  world.chain.confidential.decrypt = decrypt
  for (const walletId of [wallet.id, other.id]) expect(await atLast(() => from(walletId, '7'))).toBe('policy_denied')
})

test.each(['at once', 'after a restore'])(
  'a keyed payment that is to wait for a person is refused for now with the chain away: %s',
  async (when) => {
    await begin('backed', 'tags')
    await set({ approveAbove: '1' })
    if (when === 'after a restore') {
      backUp()
      await restore()
    } else {
      Object.assign(world, { memory: createMemory() })
    }
    world.chain.faults.chainAway = true
    expect(await transfer('7', 'order-1')).toMatchObject({ status: 503, error: { code: 'reconciling' } })
    world.chain.faults.chainAway = false
    expect((await transfer('7', 'order-1')).transaction).toMatchObject({ status: 'PENDING', waitingFor: 'approval' })
  },
)
