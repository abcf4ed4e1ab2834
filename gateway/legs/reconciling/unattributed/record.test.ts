import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createTester, createTestWorld, walletWithMoney } from '../../../testing/test-world.ts'
import { findTransaction } from '../../../transactions/store.ts'
import { notePaidBy } from '../../../transactions/write-store.ts'
import { findUnattributed } from './lists-store.ts'
import { takePaidHash } from './paid-hashes-store.ts'
import { recordUnattributed } from './record.ts'

const elsewhere = `0x${'1'.repeat(40)}` as const
const foreign: Hex = `0x${'f0'.repeat(32)}`

test('a transaction of this installation that has the nonce, finally, takes the place of an unattributed one', async () => {
  const world = await createTestWorld()
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const { transaction } = await tester.api.transfer({
    walletId: wallet.id,
    amount: '1',
    token: 'STABLE',
    to: elsewhere,
  })
  const hash = transaction.txHash as Hex
  const receipt = await world.chain.receipt(hash)
  if (receipt === undefined) throw new Error('It was not mined.')
  const { nonce } = await world.db
    .selectFrom('legs')
    .select('nonce')
    .where('transactionId', '=', transaction.id)
    .executeTakeFirstOrThrow()
  const use = await world.chain.whoUsedNonce(wallet.address, nonce, receipt.block)
  if (use === undefined) throw new Error('Its nonce was not used.')
  const at = { sender: wallet.address, nonce, receipt }
  await recordUnattributed(world.db, world, { ...at, use: { ...use, hash: foreign }, isFinal: false })
  await takePaidHash(world.db, foreign, transaction.id, 1)
  await notePaidBy(world.db, transaction.id, foreign, 1)

  expect(await recordUnattributed(world.db, world, { ...at, use, isFinal: false })).toBe(true)
  expect(await findUnattributed(world.db, world.keys, foreign)).toBeDefined()

  expect(await recordUnattributed(world.db, world, { ...at, use, isFinal: true })).toBe(true)
  expect(await findUnattributed(world.db, world.keys, foreign)).toBeUndefined()
  expect((await findTransaction(world.db, world.keys, transaction.id))?.paidBy).toBeNull()
})
