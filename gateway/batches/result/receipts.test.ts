import { expect, test } from 'vitest'
import { openNota } from '../../notas/format/open-nota.ts'
import { addressOf, alice, draft, rowsOf, rowsTo, runToEnd, setUpEach, start, world } from '../batches-fixture.ts'

setUpEach()

test('its receipts come page by page, of settled rows alone; one that the chain does not bear out is null', async () => {
  const { id } = await draft({ rows: [...rowsTo(3), { ...rowsTo(1)[0], amount: 'none' }] })
  await start(id)
  await runToEnd(id)
  const rows = (await rowsOf(id)).filter(({ status }) => status === 'SETTLED')
  const page = async (number: number) => alice.api.batchReceipts({ id, page: number, pageSize: 2 })
  const [first, second] = [await page(1), await page(2)]
  expect([first.items.length, second.items.length, first.total]).toEqual([2, 1, 3])
  for (const [index, { row, transactionId, nota }] of [...first.items, ...second.items].entries()) {
    expect({ row, transactionId }).toEqual({ row: rows[index]?.row, transactionId: rows[index]?.transactionId })
    const { content } = await openNota(nota ?? '', world.clock.now(), world.chain.wallets)
    expect(content).toMatchObject({ to: addressOf(index), amount: '0.01', status: 'SETTLED' })
  }
  const gone = first.items[0]?.transactionId ?? ''
  await world.db.updateTable('legs').set({ state: 'cancelled' }).where('transactionId', '=', gone).execute()
  const { items } = await page(1)
  expect(items.map(({ nota }) => nota === null)).toEqual([true, false])
})
