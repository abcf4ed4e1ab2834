import { describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { insertWallet, watchedAddresses } from '../../wallets/store.ts'
import { look } from './look-fixture.ts'
import { scanStep } from './scan.ts'
import { amounts, begin, bob, counting, ledger, purse, setUpEach, stranger, world } from './scan-fixture.ts'

setUpEach()

describe('the cost of a look', () => {
  test('is three questions where a block came, one where none did', async () => {
    await look(world)
    expect(await counting(() => look(world))).toEqual({ head: 1 })
    stranger.pay(purse.address, 1_000_000n)
    expect(await counting(() => look(world))).toEqual({ head: 1, block: 1, movesIn: 1 })
    ledger().mineEmpty()
    expect(await counting(() => look(world))).toEqual({ head: 1, block: 1 })
  })

  test('of what is long past grows with runs of blocks, not with blocks', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 1_000; blocks++) ledger().mineEmpty()
    const calls = await counting(() => look(world))
    expect(calls.movesTo).toBe(1)
    // One more for each block that brings something.
    expect(calls.block).toBeLessThanOrEqual(3 + 32 + 1)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('a run that a node refuses is asked for in smaller ones', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 1_000; blocks++) ledger().mineEmpty()
    const { movesTo } = world.chain
    world.chain.movesTo = async (to, from, end) => {
      if (end - from + 1 > 100) world.chain.faults.chainAway = true
      return movesTo(to, from, end).finally(() => {
        world.chain.faults.chainAway = false
      })
    }
    for (let looks = 0; looks < 10; looks++) await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('a run that brings much is taken in parts, each of which fits into memory', async () => {
    await look(world)
    for (let blocks = 0; blocks < 100; blocks++) {
      const { hash } = stranger.pay(purse.address, 1n)
      const { receipt } = ledger().mined.get(hash) ?? {}
      for (let count = 1; count < 25; count++)
        receipt?.publicMoves.push({ from: stranger.address, to: purse.address, units: 1n })
    }
    for (let blocks = 0; blocks < 40; blocks++) ledger().mineEmpty()
    const written: number[] = []
    const rows = world.db.selectFrom('transactions').select((e) => e.fn.countAll().as('count'))
    do written.push(Number((await rows.executeTakeFirstOrThrow()).count))
    while ((await scanStep(world)) === 'more')
    // Nothing is written of the first run, which brings all.
    expect(written.slice(0, 3)).toEqual([0, 0, expect.any(Number)])
    expect(written[2]).toBeLessThanOrEqual(2_000)
    expect(written.at(-1)).toBe(2_500)
  })

  test('more addresses than one question takes are asked for in several', async () => {
    for (let number = 0; number < 501; number++) {
      const address: Address = `0x${(2 ** 32 + number).toString(16).padStart(40, '0')}`
      const wallet = { id: world.newId(), accountId: bob.accountId, address, type: 'EXTERNAL', label: null } as const
      await insertWallet(
        world.db,
        world.keys,
        { ...wallet, isPrimary: false, createdAt: 1, rebuiltAt: null, policy: null, forRequest: false },
        undefined,
      )
    }
    await look(world)
    const watched = await watchedAddresses(world.db, OPERATOR_ACCOUNT)
    for (const address of watched) stranger.pay(address, 1n)
    for (let blocks = 0; blocks < 40; blocks++) ledger().mineEmpty()
    const calls = await counting(() => look(world))
    expect(calls.movesTo).toBe(2)
    expect(await world.db.selectFrom('arrivals').select('walletId').execute()).toHaveLength(502)
  })
})

test('on a live network the first look begins when this gateway did, and leaves out what came in before', async () => {
  await begin({ SOTTO_NETWORK: 'sepolia', SOTTO_CONFIRMATIONS: '1' })
  stranger.pay(purse.address, 1_000_000n)
  for (let blocks = 0; blocks < 2_000; blocks++) ledger().mineEmpty()
  const at = ledger().timeOf(ledger().block) * 1000 + 2 * 60 * 60_000
  await world.db
    .updateTable('scanBegins')
    .set({ at: at - 60 * 60_000 })
    .execute()
  stranger.pay(purse.address, 2_000_000n)
  const calls = await counting(() => look(world))
  expect(calls.block).toBeLessThan(60)
  for (let looks = 0; looks < 4; looks++) await look(world)
  expect(await amounts()).toEqual(['2 STABLE'])
})
