import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Sent } from '../../chain/fake/ledger.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { reconcile } from '../reconcile.ts'
import {
  backUp,
  begin,
  elsewhere,
  paidOut,
  redeem,
  restore,
  sentAs,
  setUpEach,
  tester,
  transfer,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

/** A cancellation is found; a reorganisation gives its nonce to the payment that a restored database does not know. */
beforeEach(() => begin())

const cancellation: Hex = `0x${'c'.repeat(64)}`

/** The node keeps no old state, and a search by blocks takes so many calls. */
function searchTakes(calls: number) {
  const { whoUsedNonce } = world.chain
  let left = calls
  world.chain.whoUsedNonce = async (...asked) => (left-- > 1 ? undefined : whoUsedNonce.call(world.chain, ...asked))
}

async function cancelledFirst({ sender, nonce }: Sent) {
  const { ledger } = world.chain
  ledger.rollback(1)
  ledger.take({ hash: cancellation, sender, nonce, action: { do: 'nothing' }, cost: 0n })
  expect(await accountForNonces(world, sender)).toBe(true)
  ledger.rollback(1)
}

describe.each([1, 4])('while what used a nonce is searched for, in %i calls', (calls) => {
  test('a payout that has the nonce of an unattributed transaction is not made again', async () => {
    const id = (await redeem('10')).transaction?.id ?? ''
    backUp()
    const look = async (times: number) => {
      for (let looks = 0; looks < times; looks++) {
        world.clock.pass(4_000)
        await reconcile(world, id)
      }
    }
    await look(4)
    const payout = sentAs((await tester.api.getTransaction({ id })).transaction.settlementTxHash)
    await restore()
    await cancelledFirst(payout)
    world.chain.ledger.take(payout)
    searchTakes(calls)
    await look(6)
    expect(paidOut()).toBe(10_000_000n)
    expect((await tester.api.getTransaction({ id })).transaction.settlementTxHash).toBe(payout.hash)
  })

  test('nor is a payment, by its key', async () => {
    backUp()
    const paid = sentAs((await transfer('7', 'k', 'STABLE')).transaction?.txHash)
    await restore()
    await cancelledFirst(paid)
    world.chain.ledger.take(paid)
    searchTakes(calls)
    for (let call = 1; call < calls; call++)
      expect((await transfer('7', 'k', 'STABLE')).error?.code).toBe('reconciling')
    expect((await transfer('7', 'k', 'STABLE')).error?.code).toBe('idempotency_mismatch')
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(7_000_000n)
    expect(world.chain.ledger.holder(wallet.address).nonce).toBe(paid.nonce + 1)
  })
})
