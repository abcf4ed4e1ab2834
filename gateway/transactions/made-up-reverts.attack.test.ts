import { describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { revertOf } from '../chain/revert.ts'
import { begin, lastSent, pay, read, redeem, stable, world } from './faults-fixture.ts'
import { recordAllMinedAfterAll } from './payouts/after-failure.ts'
import { listMinedAfterAll } from './payouts/debts.ts'
import { resolveDebt } from './payouts/debts-store.ts'

describe('a revert that a node made up, with no other node to contradict it', () => {
  const deny = (hash: Hex) => {
    world.chain.faults.lie = (asked, truth) =>
      truth && asked === hash
        ? { ...truth, success: false, publicMoves: [], confidentialMoves: [], unwraps: [] }
        : truth
  }
  const listed = async () => (await listMinedAfterAll(world.db, world.keys)).map(({ id, error }) => [id, error])
  const HOUR = 3_600_000

  test.each([
    ['a transfer', 'backed', () => pay('25'), 'reads FAILED, and moved value'],
    ['a burn', 'backed', () => redeem('10'), 'reads FAILED, and was burned after all: pay it with --pay, or return it'],
    [
      'a redeem into the float',
      'float',
      () => redeem('10'),
      'reads FAILED, and was burned after all: pay it with --pay, or return it',
    ],
  ])('loses nothing silently: %s (%s)', async (_, mode, begun, words) => {
    await begin({ SOTTO_REDEEM_MODE: mode })
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
    world.chain.ledger.automine = false
    const { id } = await begun()
    deny(lastSent())
    world.chain.ledger.automine = true
    world.chain.ledger.mine()
    expect((await read(id)).status).toBe('FAILED')
    expect(await listed()).toEqual([])
    delete world.chain.faults.lie
    // A client reads it; or none does, and the operator asks what is owed.
    if (mode === 'backed') await read(id)
    else {
      world.clock.pass(HOUR)
      await recordAllMinedAfterAll(world)
    }
    expect(await listed()).toEqual([[id, words]])
    await resolveDebt(world.db, id, world.clock.now())
    await read(id)
    expect(await listed()).toEqual([])
  })

  test('of what had settled: it reads as before once a node tells the truth', async () => {
    await begin()
    const { id } = await pay('25')
    expect((await read(id)).status).toBe('SETTLED')
    deny(lastSent())
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: 'confirmation' })
    delete world.chain.faults.lie
    await read(id)
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(await listed()).toEqual([])
  })

  test('of a payout: that it was paid twice is told', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
    const lied = new Set<Hex>()
    world.chain.faults.broadcast = (sent) => {
      if (sent.sender === world.chain.operator.address && lied.size === 0) {
        lied.add(sent.hash)
        deny(sent.hash)
      }
      return 'accepted'
    }
    const { id } = await redeem('10')
    for (let looks = 0; looks < 3; looks++) await read(id, HOUR / 60)
    expect((await read(id)).status).toBe('SETTLED')
    delete world.chain.faults.lie
    await read(id)
    expect(await listed()).toEqual([[id, 'may have been paid out twice: look at its payouts on chain']])
  })
})

test.each(['EnforcedPause', 'AddressIsDenied', 'BlockedUser', 'WrapperBlockedAddress', 'UnderlyingDenyListedAddress'])(
  'a token that pauses makes no debts, nor does one that refuses an address: %s',
  async (name) => {
    await begin({ SOTTO_REDEEM_MODE: 'float' })
    const { ledger, operator, faults } = world.chain
    ledger.holder(operator.address).stable = 10n ** 12n
    const { revertReason } = world.chain
    world.chain.revertReason = async () => revertOf(name)
    // Every payout reverts in its block.
    faults.broadcast = ({ action }) => {
      if (action.do === 'transfer') ledger.holder(operator.address).stable = 0n
      return 'accepted'
    }
    const { id } = await redeem('10')
    for (let tries = 0; tries < 8; tries++) {
      ledger.holder(operator.address).stable = 10n ** 12n
      expect((await read(id, 70 * 60_000)).status).toBe('SETTLING')
    }
    delete faults.broadcast
    world.chain.revertReason = revertReason
    ledger.holder(operator.address).stable = 10n ** 12n
    expect((await read(id, 70 * 60_000)).status).toBe('SETTLED')
    expect(stable()).toBe(50_000_000n)
  },
)
