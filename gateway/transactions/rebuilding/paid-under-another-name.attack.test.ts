import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { noteLookedAt } from '../../legs/reconciling/unattributed/store.ts'
import { legsOf } from '../../legs/store.ts'
import { newId } from '../../world/new-id.ts'
import { payByHand } from '../payouts/by-hand/by-hand.ts'
import { notePaid } from '../payouts/by-hand/noted-as-paid.ts'
import { rebuild } from './rebuild.ts'
import {
  backUp,
  begin,
  beginTags,
  paidOut,
  paysPast,
  read,
  redeem,
  restore,
  setUpEach,
  transfer,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

beforeEach(() => begin('float', 'tags'))

/**
 * Of one backup that is restored twice, behind a node that lags, a burn can be written again under another ID than before:
 * what was paid for it then names a redeem that is not here.
 */
describe('a payout of as much to the same wallet, whose tag names a redeem that is not here', () => {
  let id: string
  let hash: Hex

  beforeEach(async () => {
    id = (await redeem('10')).transaction?.id ?? ''
    hash = await paysPast(world.chain.operator.address, wallet.address, 10_000_000n, {
      row: newId(),
      role: 'settlement',
    })
    expect(await read(id, 8)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
    expect(paidOut()).toBe(10_000_000n)
  })

  test('keeps a redeem from being paid by hand, too, which says what to do', async () => {
    await expect(payByHand(world, id)).rejects.toThrow(`--paid ${id} ${hash}`)
    expect(paidOut()).toBe(10_000_000n)
  })

  test('has paid the redeem once a person says so', async () => {
    await notePaid(world, id, hash)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', settlementTxHash: hash })
    expect(paidOut()).toBe(10_000_000n)
  })

  test('has not paid it once a person has ticked it off: then it is paid', async () => {
    await noteLookedAt(world.db, hash, world.clock.now())
    expect(await read(id)).toMatchObject({ status: 'SETTLED' })
    expect(paidOut()).toBe(20_000_000n)
  })
})

test('a payout under another name from before a redeem was signed keeps it waiting for nothing', async () => {
  const { address } = world.chain.operator
  await paysPast(address, wallet.address, 10_000_000n, { row: newId(), role: 'settlement' })
  world.chain.ledger.mineEmpty()
  const { id = '' } = (await redeem('10')).transaction ?? {}
  expect(await read(id)).toMatchObject({ status: 'SETTLED' })
  expect(paidOut()).toBe(20_000_000n)
})

test('a transfer without a tag that is newer than tags here was signed elsewhere: it pays no redeem', async () => {
  await beginTags()
  const { id = '' } = (await redeem('10')).transaction ?? {}
  const hash = await paysPast(world.chain.operator.address, wallet.address, 10_000_000n)
  const settled = await read(id)
  expect(settled).toMatchObject({ status: 'SETTLED' })
  expect(settled?.settlementTxHash).not.toBe(hash)
  expect(paidOut()).toBe(20_000_000n)
})

test('of what is newer than tags one block is asked for, however much it is', async () => {
  await beginTags()
  const many = 30
  for (let sent = 0; sent < many; sent++) await paysPast(wallet.address, world.chain.operator.address, 1n)
  expect(await accountForNonces(world, wallet.address)).toBe(true)
  // So long ago that none is read again.
  world.clock.pass(31 * 60_000)
  const { block } = world.chain
  let asked = 0
  world.chain.block = async (...about) => {
    asked += 1
    return block(...about)
  }
  expect((await transfer('1', 'one', 'STABLE')).status).toBe(201)
  expect(asked).toBe(1)
})

test('a transfer that came back without its amount fails, as one that moved nothing, only once that is final', async () => {
  backUp()
  const { ledger } = world.chain
  ledger.automine = false
  const { id = '' } = (await transfer('40', 'one')).transaction ?? {}
  // What it moves is gone before it is mined.
  ledger.holder(wallet.address).handle = ledger.ciphertexts.encrypt(1_000_000n)
  ledger.automine = true
  ledger.mine()
  await restore()
  await accountForNonces(world, wallet.address)
  expect(await rebuild(world)).toMatchObject({ written: [id] })
  world.chain.agreed = async () => false
  expect(await read(id)).not.toMatchObject({ status: 'FAILED' })
  expect(await legsOf(world.db, world.keys, id)).toMatchObject([{ state: 'confirmed' }])
  world.chain.agreed = async () => true
  expect(await read(id)).toMatchObject({ status: 'FAILED', amount: null })
})
