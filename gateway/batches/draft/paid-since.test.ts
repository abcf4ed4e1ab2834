import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { testerOf } from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { createSingleFlight } from '../../world/single-flight.ts'
import { addressOf, alice, draft, read, rowsTo, runToEnd, setUpEach, start, world } from '../batches-fixture.ts'

setUpEach()

const received = (index: number) => world.chain.ledger.confidentialOf(addressOf(index))

test('a draft of which a row was paid singly since it was checked is refused, until a new report names the row', async () => {
  const [first, second] = rowsTo(2)
  const { id } = await draft({ rows: rowsTo(3) })
  world.clock.pass(1_000)
  const pay = async (one: typeof first) => (await alice.api.transfer(one as NonNullable<typeof first>)).transaction.id
  for (const unlike of [{ amount: '0.02' }, { to: addressOf(9) }, { externalId: 'other' }, { token: 'STABLE' }])
    await pay({ ...first, ...unlike } as typeof first)
  const ids = [await pay(first), await pay(second)]
  await expect(start(id)).rejects.toMatchObject({
    code: 'batch_conflict',
    message: expect.stringMatching(/^2 rows of this batch are also a single payment that was made/),
  })
  expect((await read(id)).status).toBe('DRAFT')
  const anew = await draft({ rows: rowsTo(3) })
  expect(anew.report.firstDuplicates.map(({ row, of }) => [row, of.transactionId])).toEqual([
    [1, ids[0]],
    [2, ids[1]],
    [3, null],
  ])
  world.clock.pass(1_000)
  await start(anew.id)
  await runToEnd(anew.id)
  expect((await start(anew.id)).status, 'a second click').toBe('DONE')
  expect([0, 1, 2].map(received)).toEqual([50_000n, 20_000n, 10_000n])
})

test.each([
  ['ahead', 1_500],
  ['behind', -1_500],
])(
  'of two drafts of one file the second to start is refused, also where the clock of another gateway is %s',
  async (_, ms) => {
    const clock = { ...world.clock, now: () => world.clock.now() + ms }
    const other = { ...world, clock, singleFlight: createSingleFlight(), memory: createMemory() }
    const { api } = testerOf(alice, createApp(other))
    const [checking, starting] = ms > 0 ? [api, alice.api] : [alice.api, api]
    const { id } = await draft({ rows: rowsTo(3) })
    const { batch } = await checking.createBatch({ rows: rowsTo(3) })
    world.clock.pass(1_000)
    await starting.startBatch({ id })
    await expect(checking.startBatch({ id: batch.id })).rejects.toMatchObject({
      code: 'batch_conflict',
      message: expect.stringMatching(/^3 rows of this batch are also in a batch that was started/),
    })
  },
)

test('a single payment since the draft is seen, also where the clock of the gateway is behind that of the database', async () => {
  const { sharedNow } = world
  world.sharedNow = async (db) => (await sharedNow(db)) + 1_500
  const [first] = rowsTo(1)
  const { id } = await draft({ rows: rowsTo(1) })
  world.clock.pass(1_000)
  await alice.api.transfer(first as NonNullable<typeof first>)
  await expect(start(id)).rejects.toMatchObject({ code: 'batch_conflict' })
})
