import { expect, test } from 'vitest'
import { walletWithMoney } from '../testing/test-world.ts'
import {
  addressOf,
  alice,
  draft,
  rowsOf,
  rowsTo,
  runToEnd,
  runUntil,
  setUpEach,
  start,
  world,
} from './batches-fixture.ts'

setUpEach()

const received = (index: number) => world.chain.ledger.confidentialOf(addressOf(index))
const rowsFrom = (walletId: string, count: number, amount: string) =>
  rowsTo(count, amount).map((row) => ({ ...row, walletId }))

test('the rows of a batch that paused without money are duplicates in a file that pays from another wallet', async () => {
  const other = await walletWithMoney(alice)
  const [first, checkedBefore] = [
    await draft({ rows: rowsTo(3, '25') }),
    await draft({ rows: rowsFrom(other.id, 3, '25') }),
  ]
  world.clock.pass(1_000)
  await start(first.id)
  const paused = await runUntil(first.id, ({ status }) => status === 'PAUSED')
  expect(paused.reason?.code).toBe('insufficient_balance')
  const { report } = await draft({ rows: rowsFrom(other.id, 3, '25') })
  expect(report.firstDuplicates.map(({ row, of }) => [row, of.batchId, of.row])).toEqual([
    [1, first.id, 1],
    [2, first.id, 2],
    [3, first.id, 3],
  ])
  await expect(start(checkedBefore.id)).rejects.toMatchObject({
    code: 'batch_conflict',
    message: expect.stringMatching(/^3 rows of this batch are also in a batch that was started/),
  })
})

test('so are a single payment from another wallet, and two rows of one file; a person can pay them all the same', async () => {
  const other = await walletWithMoney(alice)
  const [row] = rowsTo(1)
  const rows = [...rowsTo(1), ...rowsFrom(other.id, 1, '0.01')]
  const before = await draft({ rows })
  expect(before.report.firstDuplicates).toMatchObject([{ row: 2, of: { row: 1 } }])
  world.clock.pass(1_000)
  const { transaction } = await alice.api.transfer({ ...row, walletId: other.id } as NonNullable<typeof row>)
  await expect(start(before.id)).rejects.toMatchObject({ code: 'batch_conflict' })
  const anew = await draft({ rows })
  expect(anew.report.firstDuplicates).toMatchObject([
    { row: 1, of: { transactionId: transaction.id } },
    { row: 2, of: { row: 1 } },
  ])
  await start(anew.id)
  await runToEnd(anew.id)
  expect((await rowsOf(anew.id)).map(({ status }) => status)).toEqual(['SETTLED', 'SETTLED'])
  expect(received(0)).toBe(30_000n)
})
