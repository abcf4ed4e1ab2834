import { describe, expect, test } from 'vitest'
import { wrongTotals } from '../totals-store.ts'
import { look } from './look-fixture.ts'
import { goBack } from './position-store.ts'
import { scanStep } from './scan.ts'
import { amounts, begin, ledger, purse, received, setUpEach, stranger, world } from './scan-fixture.ts'

setUpEach()

describe('reorganisations', () => {
  test('take rows and totals with them, and what is mined again is the same row', async () => {
    await look(world)
    const sent = stranger.pay(purse.address, 1_000_000n)
    await look(world)
    const [before] = await received()
    ledger().rollback(1)
    for (let blocks = 0; blocks < 2; blocks++) ledger().mineEmpty()
    await look(world)
    await look(world)
    expect(await received()).toEqual([])
    expect(await wrongTotals(world.db)).toEqual([])
    ledger().take(sent)
    await look(world)
    const [after] = await received()
    expect(after).toMatchObject({ id: before?.id, txHash: sent.hash, amount: '1' })
    expect(after?.createdAt).not.toBe(before?.createdAt)
  })

  test('a chain that is merely shorter for a moment takes nothing', async () => {
    stranger.pay(purse.address, 1_000_000n)
    await look(world)
    const { head } = world.chain
    world.chain.head = async () => ({ ...(await head()), number: (await head()).number - 1 })
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('nor one of a node that is synchronised anew, and has lost what it had', async () => {
    stranger.pay(purse.address, 1_000_000n)
    await look(world)
    const { head, block } = world.chain
    world.chain.head = async () => ({ ...(await head()), number: 0 })
    world.chain.block = async (number) => (number > 0 ? undefined : block(number))
    for (let looks = 0; looks < 3; looks++) await look(world)
    const stored = world.db.selectFrom('transactions').select('status').where('type', '=', 'RECEIVE')
    expect(await stored.execute()).toEqual([{ status: 'SETTLED' }])
    Object.assign(world.chain, { head, block })
    stranger.pay(purse.address, 2_000_000n)
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE', '2 STABLE'])
  })

  test('a look that another gateway has overtaken writes nothing', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    const { block } = world.chain
    world.chain.block = async (number) => {
      world.chain.block = block
      await goBack(world.db, -1)
      return block(number)
    }
    expect(await scanStep(world)).toBe('more')
    expect(await world.db.selectFrom('transactions').select('id').where('type', '=', 'RECEIVE').execute()).toEqual([])
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('arrivals of a run that the chain gave up go with it', async () => {
    await look(world)
    const sent = stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 100; blocks++) ledger().mineEmpty()
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
    ledger().rollback(101)
    for (let blocks = 0; blocks < 150; blocks++) ledger().mineEmpty()
    for (let looks = 0; looks < 3; looks++) await look(world)
    expect(await received()).toEqual([])
    ledger().take(sent)
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('confirmations are waited for', async () => {
    await begin({ SOTTO_CONFIRMATIONS: '3' })
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    for (let blocks = 0; blocks < 2; blocks++) {
      await look(world)
      expect(await received()).toEqual([])
      ledger().mineEmpty()
    }
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })
})

describe('a node that lies', () => {
  test('is not believed about what came in where another one has to agree', async () => {
    await look(world)
    world.chain.faults.confirming = true
    world.chain.faults.lie = (_, truth) =>
      truth && { ...truth, publicMoves: [{ from: stranger.address, to: purse.address, units: 9_000_000n }] }
    stranger.pay(`0x${'3'.repeat(40)}`, 1_000_000n)
    await look(world)
    expect(await received()).toEqual([])
    delete world.chain.faults.lie
    stranger.pay(purse.address, 1_000_000n)
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })

  test('that lacks a block for a while only delays what is in it', async () => {
    await look(world)
    stranger.pay(purse.address, 1_000_000n)
    world.chain.faults.chainAway = true
    await look(world)
    expect(await received()).toEqual([])
    world.chain.faults.chainAway = false
    await look(world)
    expect(await amounts()).toEqual(['1 STABLE'])
  })
})
