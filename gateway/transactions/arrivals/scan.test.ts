import { describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { createTester } from '../../testing/test-world.ts'
import { wrongTotals } from '../totals-store.ts'
import { learnArrivals, scanForArrivals } from './look.ts'
import { look } from './look-fixture.ts'
import {
  amounts,
  bob,
  counting,
  ledger,
  newWallet,
  purse,
  received,
  setUpEach,
  stranger,
  world,
} from './scan-fixture.ts'

setUpEach()

describe('from outside', () => {
  test('both tokens are found, with sender and amount, each once however often it is looked for', async () => {
    const open = stranger.pay(purse.address, 5_000_000n)
    const secret = stranger.payHidden(purse.address, 7_500_000n)
    for (let times = 0; times < 3; times++) await look(world)
    const rows = await received()
    expect(
      rows.map(({ txHash, from, amount, token, waitingFor }) => [txHash, from, amount, token, waitingFor]),
    ).toEqual([
      [secret.hash, stranger.address, '7.5', 'cSTABLE', null],
      [open.hash, stranger.address, '5', 'STABLE', null],
    ])
    expect(await wrongTotals(world.db)).toEqual([])
  })

  test('a read of what came in looks by itself, at most once in a few seconds for all accounts together', async () => {
    await look(world)
    world.clock.pass(3_100)
    // Patience that does not move the clock.
    world.clock.sleep = () => new Promise((resolve) => setTimeout(resolve, 1_000))
    const other = await createTester(world, {}, bob.app)
    stranger.pay(purse.address, 5_000_000n)
    const first = await counting(async () => {
      expect(await amounts()).toEqual(['5 STABLE'])
      stranger.pay(purse.address, 6_000_000n)
      await received(other)
      await bob.api.listTransactions({ direction: 'all' })
      expect(await amounts()).toEqual(['5 STABLE'])
    })
    expect(first.head).toBe(1)
    world.clock.pass(3_000)
    expect(await amounts()).toEqual(['5 STABLE', '6 STABLE'])
    const out = await counting(() => bob.api.listTransactions({}))
    expect(out).toEqual({})
  })

  test('an amount that is not known yet is waited for, and is null until then', async () => {
    world.chain.faults.decryptionAway = true
    stranger.payHidden(purse.address, 7_500_000n)
    await look(world)
    const [row] = await received()
    expect(row).toMatchObject({ type: 'RECEIVE', status: 'SETTLED', amount: null, waitingFor: 'amount' })
    world.chain.faults.decryptionAway = false
    world.clock.pass(1_100)
    const { transaction } = await bob.api.getTransaction({ id: row?.id ?? '' })
    expect(transaction).toMatchObject({ id: row?.id, amount: '7.5', waitingFor: null })
  })

  test('a hundred amounts are decrypted in requests of 32', async () => {
    for (let count = 0; count < 100; count++) stranger.payHidden(purse.address, 1_000_000n)
    const { confidential } = world.chain
    const asked: number[] = []
    world.chain = {
      ...world.chain,
      confidential: {
        ...confidential,
        decrypt: (signer, handles) => {
          asked.push(handles.length)
          return confidential.decrypt(signer, handles)
        },
      },
    }
    for (let looks = 0; looks < 4; looks++) await look(world)
    expect(asked).toEqual([32, 32, 32, 4])
    expect(new Set(await amounts())).toEqual(new Set(['1 cSTABLE']))
  })

  test('nothing waits for a decryption that takes long', async () => {
    const { confidential } = world.chain
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const decrypt: typeof confidential.decrypt = async (signer, handles) => {
      await answered
      return confidential.decrypt(signer, handles)
    }
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    stranger.payHidden(purse.address, 1_000_000n)
    await scanForArrivals(world, 0)
    const learning = learnArrivals(world, 0)
    stranger.pay(purse.address, 2_000_000n)
    await scanForArrivals(world, 0)
    const stored = world.db
      .selectFrom('transactions')
      .select('token')
      .where('type', '=', 'RECEIVE')
      .orderBy('createdAt')
    expect(await stored.execute()).toEqual([{ token: 'cSTABLE' }, { token: 'STABLE' }])
    answer()
    await learning
    expect(await amounts()).toEqual(['1 cSTABLE', '2 STABLE'])
  })

  test('a list waits for no decryption, whichever account is paid: how long it takes tells nothing of others', async () => {
    const { confidential } = world.chain
    const decrypt = () => new Promise<never>(() => undefined)
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    // Nor does patience end here: what is waited for comes, or the test does not end.
    world.clock = { ...world.clock, sleep: () => new Promise(() => undefined) }
    stranger.payHidden(purse.address, 1_000_000n)
    const eve = await createTester(world, {}, bob.app)
    expect(await received(eve)).toEqual([])
  })

  test('a wallet whose amounts cannot be decrypted keeps no other from its own', async () => {
    const other = await newWallet()
    world.chain.faults.decryptionAway = true
    for (const { address } of [purse, other]) {
      stranger.payHidden(address, 1_000_000n)
      await look(world)
      world.clock.pass(60_000)
    }
    world.chain.faults.decryptionAway = false
    const { confidential } = world.chain
    const decrypt: typeof confidential.decrypt = async (signer, handles) => {
      if (signer.address === purse.address) throw new ConfidentialUnavailable('not allowed')
      return confidential.decrypt(signer, handles)
    }
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    await look(world)
    // As stored: a read asks for what it shows by itself.
    const waiting = world.db.selectFrom('transactions').select('walletId').where('waitingFor', '=', 'amount')
    expect(await waiting.execute()).toEqual([{ walletId: purse.id }])
  })

  test('what proves to be nothing is no row', async () => {
    const poor = createOutsider(world)
    ledger().holder(poor.address).handle = `0x${'0'.repeat(64)}`
    poor.payHidden(purse.address, 5_000_000n)
    stranger.pay(purse.address, 0n)
    world.chain.faults.decryptionAway = true
    await look(world)
    expect(await received()).toMatchObject([{ amount: null }])
    world.chain.faults.decryptionAway = false
    await look(world)
    expect(await received()).toEqual([])
    expect(await wrongTotals(world.db)).toEqual([])
  })

  test('nothing of it is in the list of anybody else', async () => {
    const carol = await createTester(world, {}, bob.app)
    await newWallet(carol)
    stranger.pay(purse.address, 5_000_000n)
    stranger.pay(`0x${'3'.repeat(40)}`, 5_000_000n)
    await look(world)
    expect(await received(carol)).toEqual([])
    expect(await amounts()).toEqual(['5 STABLE'])
  })

  test('a watched wallet shows who paid, and of confidential money no amount, for which no read waits', async () => {
    const { wallet } = await bob.api.createWallet({ type: 'external', address: `0x${'7'.repeat(40)}` })
    stranger.pay(wallet.address as Address, 1_000_000n)
    stranger.payHidden(wallet.address as Address, 2_000_000n)
    await look(world)
    expect((await received()).map(({ amount, waitingFor }) => [amount, waitingFor])).toEqual([
      [null, null],
      ['1', null],
    ])
  })

  test('one transaction that pays a wallet several times makes as many rows', async () => {
    const { mined } = ledger()
    const { hash } = stranger.pay(purse.address, 1_000_000n)
    const receipt = mined.get(hash)?.receipt
    receipt?.publicMoves.push({ from: stranger.address, to: purse.address, units: 1_000_000n })
    for (let times = 0; times < 2; times++) await look(world)
    expect(await amounts()).toEqual(['1 STABLE', '1 STABLE'])
  })
})
