import { beforeEach, expect, test } from 'vitest'
import type { Call, Estimate } from '../../chain/port.ts'
import { revertOf } from '../../chain/revert.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { listOwed } from './debts.ts'

const HOUR = 60 * 60_000

let world: TestWorld
let tester: Tester
let walletId: string

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'backed', SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  walletId = (await walletWithMoney(tester)).id
})

const read = async (id: string, passMs = HOUR) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

const isFinalize = ({ data }: Call) => Buffer.from(data.slice(2), 'hex').toString().includes('"finalize"')

/** The token refuses what pays a burn out, as the node says when it is asked what the call would take. */
function refuse(name: string): () => void {
  const { estimate } = world.chain
  world.chain.estimate = async (sender, call, block): Promise<Estimate> =>
    isFinalize(call) ? { is: 'reverts', revert: revertOf(name) } : estimate.call(world.chain, sender, call, block)
  return () => {
    world.chain.estimate = estimate
  }
}

const payouts = () => world.chain.broadcasts.filter(({ action }) => action.do === 'finalize').length

test.each(['EnforcedPause', 'WrapperBlockedAddress', 'UnderlyingDenyListedAddress', 'BlockedUser'])(
  'a burn that the token refuses to pay out waits, says why, and is paid once it may be: %s',
  async (name) => {
    const lift = refuse(name)
    const { id } = (await tester.api.redeem({ walletId, amount: '10' })).transaction
    for (let looks = 0; looks < 6; looks++) {
      expect(await read(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'token_refusal' })
    }
    expect(payouts(), 'no gas is spent on what would revert').toBe(0)
    lift()
    expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(await listOwed(world.db, world.keys)).toEqual([])
  },
)

test.each([
  ['the token is paused', () => refuse('EnforcedPause'), 'token_refusal'],
  [
    'the operator has no gas',
    () => {
      const { operator } = world.chain
      world.chain.ledger.holder(operator?.address ?? '0x').wei = 0n
    },
    'operator_gas',
  ],
])('while %s the KMS publishes it once a minute, however often it is looked at', async (_, hold, why) => {
  world.chain.ledger.automine = false
  const { id } = (await tester.api.redeem({ walletId, amount: '10' })).transaction
  hold()
  let asked = 0
  const { publicDecrypt } = world.chain.confidential
  world.chain.confidential.publicDecrypt = (handle) => {
    asked += 1
    return publicDecrypt(handle)
  }
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
  for (let looks = 0; looks < 100; looks++) {
    expect(await read(id, 6_000)).toMatchObject({ status: 'SETTLING', waitingFor: why })
  }
  expect(asked).toBe(10)
})

test('a publication from before a pause, and a rotation during it, is taken once and then asked for anew', async () => {
  const lift = refuse('EnforcedPause')
  const { id } = (await tester.api.redeem({ walletId, amount: '10' })).transaction
  expect(await read(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'token_refusal' })
  lift()
  const liftRotated = refuse('InvalidKmsContext')
  let asked = 0
  const { publicDecrypt } = world.chain.confidential
  world.chain.confidential.publicDecrypt = (handle) => {
    asked += 1
    liftRotated()
    return publicDecrypt(handle)
  }
  expect(await read(id, 6_000)).toMatchObject({ status: 'SETTLING' })
  expect(asked).toBe(0)
  expect(await read(id, 6_000)).toMatchObject({ status: 'SETTLED' })
  expect(asked).toBe(1)
})

test('one that reverts in its block, again and again, is no debt either', async () => {
  const { revertReason } = world.chain
  world.chain.revertReason = async () => revertOf('WrapperBlockedAddress')
  const { ledger, faults } = world.chain
  // Every payout is mined and reverts: the request is not there at that moment.
  faults.broadcast = ({ action }) => {
    if (action.do === 'finalize') ledger.requests.clear()
    return 'accepted'
  }
  const { id } = (await tester.api.redeem({ walletId, amount: '10' })).transaction
  const [[request, opened] = []] = [...ledger.requests]
  if (request === undefined || opened === undefined) throw new Error('nothing was burned')
  for (let looks = 0; looks < 8; looks++) {
    expect((await read(id)).status).toBe('SETTLING')
    ledger.requests.set(request, opened)
  }
  expect(payouts()).toBeGreaterThan(3)
  delete faults.broadcast
  world.chain.revertReason = revertReason
  expect((await read(id)).status).toBe('SETTLED')
  expect(await listOwed(world.db, world.keys)).toEqual([])
})

test('a payment to an address that the token refuses ends: it is not waited for', async () => {
  world.chain.revertReason = async () => revertOf('WrapperBlockedAddress')
  const { ledger, faults } = world.chain
  ledger.automine = false
  const { id } = (await tester.api.transfer({ walletId, amount: '10', to: `0x${'1'.repeat(40)}` })).transaction
  const sent = ledger.pending[0]
  if (sent === undefined) throw new Error('nothing was sent')
  faults.lie = (hash, truth) => (hash === sent.hash && truth !== undefined ? { ...truth, success: false } : truth)
  ledger.mine()
  expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('WrapperBlockedAddress') })
})
