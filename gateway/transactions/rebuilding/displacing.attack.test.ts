import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../reconcile.ts'
import { backUp, begin, behind, elsewhere, restore, setUpEach, transfer, wallet, world } from './restore-fixture.ts'

setUpEach()

beforeEach(() => begin())

async function look(id: string, times: number) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(60_000)
    await reconcile(world, id)
  }
}

/** A forgotten payment has displaced one of now, and another one is made above it. Gives both; a reorganisation takes them back. */
async function displacedAndTakenBack() {
  const { ledger } = world.chain
  backUp()
  const { nonce } = ledger.holder(wallet.address)
  const forgotten = (await transfer('7', 'one', 'STABLE')).transaction?.txHash
  await restore()
  const displaced = (await behind(wallet.address, nonce, () => transfer('8', 'two', 'STABLE'))).transaction
  await look(displaced?.id ?? '', 3)
  // The client is told that it was paid.
  expect(await transfer('7', 'one', 'STABLE')).toMatchObject({ status: 409 })
  const above = (await transfer('9', undefined, 'STABLE')).transaction
  expect(ledger.holder(elsewhere).stable).toBe(16_000_000n)
  ledger.rollback(2)
  ledger.pending.splice(0)
  return { forgotten, above: above?.id ?? '' }
}

test('an unattributed transaction at the nonce of a displaced payment is sent again, and not cancelled, after a reorganisation', async () => {
  const { above } = await displacedAndTakenBack()
  await look(above, 6)
  expect(world.chain.ledger.holder(elsewhere).stable).toBe(16_000_000n)
  expect(await transfer('7', 'one', 'STABLE')).toMatchObject({ status: 409 })
})

test('what no pool takes any more makes way once the chain is deep without it', async () => {
  const { ledger, faults } = world.chain
  const { forgotten, above } = await displacedAndTakenBack()
  faults.broadcast = ({ hash }) => (hash === forgotten ? 'lost' : 'accepted')
  for (let looks = 0; looks < 6; looks++) {
    ledger.mineEmpty()
    await look(above, 1)
  }
  expect(ledger.holder(elsewhere).stable).toBe(9_000_000n)
})
