import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { Call } from '../../chain/port.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { lookAtKey, otherUsesOfKey } from './operator-key.ts'
import { noteRestore } from './restores-store.ts'
import { noteLookedAt } from './unattributed/store.ts'

let world: TestWorld
let errors: { fields: object; text: string }[]
const elsewhere: Address = `0x${'1'.repeat(40)}`

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float' })
  errors = []
  world.log = { ...silentLog, error: (fields: object, text: string) => void errors.push({ fields, text }) }
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  await walletWithMoney(await createTester(world))
})

/** With the operator's key, past this gateway. */
async function uses(call: Call) {
  const { operator, ledger } = world.chain
  const { nonce } = ledger.holder(operator.address)
  const { raw, hash } = await world.chain.sign(operator, { ...call, nonce, gas: 1n, maxFee: 1n, priorityFee: 1n })
  await world.chain.broadcast(raw)
  return hash
}

const pays = () => uses(world.chain.calls.transferPublic(elsewhere, 5_000_000n))

test('what a second gateway pays with the same key is an error in the log, once for each', async () => {
  await lookAtKey(world)
  expect(await otherUsesOfKey(world)).toEqual([])
  const first = await pays()
  await lookAtKey(world)
  await lookAtKey(world)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatchObject({ fields: { operator: world.chain.operator.address, count: 1, newest: first } })
  expect(errors[0]?.text).toContain('a second gateway on the same keys with another database, or a person')
  const more = [await pays(), await pays()]
  await lookAtKey(world)
  expect(errors[1]).toMatchObject({ fields: { count: 2, newest: more[1] } })
  expect(await otherUsesOfKey(world)).toEqual([more[1], more[0], first])
})

test('a payment that meets it first says so as well, and what a person has ticked off is none', async () => {
  await lookAtKey(world)
  const hash = await pays()
  const tester = await createTester(world)
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  await tester.api.fund({ walletId: wallet.id, amount: '1' })
  expect(await otherUsesOfKey(world)).toEqual([hash])
  await noteLookedAt(world.db, hash, 1)
  expect(await otherUsesOfKey(world)).toEqual([])
  await lookAtKey(world)
  expect(errors).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  [
    'what a restored database meets of its own: it was mined before it started',
    async () => {
      await pays()
      world.memory = createMemory()
      await lookAtKey(world)
    },
  ],
  [
    'what a pool still held after a restore',
    async () => {
      await lookAtKey(world)
      await noteRestore(world.db, world.clock.now())
      await pays()
    },
  ],
  [
    'what a person sends that no gateway would',
    async () => {
      await lookAtKey(world)
      await uses({ to: elsewhere, data: '0x', value: 1n, fixedGas: 21_000n } as Call)
    },
  ],
  [
    'its own payments',
    async () => {
      await lookAtKey(world)
      await walletWithMoney(await createTester(world))
    },
  ],
])('is no alarm: %s', async (_, happens) => {
  await happens()
  await lookAtKey(world)
  expect(await otherUsesOfKey(world)).toEqual([])
  expect(errors).toEqual([])
})
