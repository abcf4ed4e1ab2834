import { expect, test } from 'vitest'
import { atomically } from './database.ts'
import { migrate } from './migrate.ts'
import { prepared } from './prepared.ts'
import { openSqlite } from './sqlite.ts'

async function database() {
  const db = openSqlite(':memory:')
  await migrate(db)
  return db
}

const add = prepared((db, at: { name: string; value: string }) =>
  db.insertInto('secrets').values({ name: at.name, value: at.value }),
)

test('a statement is built once for each database, and gives each call the rows of its own values', async () => {
  let built = 0
  const find = prepared((db, at: { after: string; limit: number }) => {
    built += 1
    return db.selectFrom('secrets').select('value').where('name', '>', at.after).orderBy('name').limit(at.limit)
  })
  const [one, other] = [await database(), await database()]
  for (const digit of ['1', '2', '3']) await add(one, { name: `z${digit}`, value: digit })
  await add(other, { name: 'z9', value: 'other' })

  const values = async (db: typeof one, after: string, limit: number) =>
    (await find(db, { after, limit })).rows.map(({ value }) => value)
  expect(await values(one, 'z0', 2)).toEqual(['1', '2'])
  expect(await values(one, 'z2', 2)).toEqual(['3'])
  expect(await values(other, 'z0', 2)).toEqual(['other'])
  expect(built).toBe(2)
})

test('within a transaction it sees what the transaction wrote, and leaves nothing where that is taken back', async () => {
  const db = await database()
  const all = prepared((on, at: { name: string }) =>
    on.selectFrom('secrets').select('value').where('name', '=', at.name),
  )
  expect((await all(db, { name: 'z' })).rows).toEqual([])
  const failed = atomically(db, async (trx) => {
    await add(trx, { name: 'z', value: 'there' })
    expect((await all(trx, { name: 'z' })).rows).toEqual([{ value: 'there' }])
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  expect((await all(db, { name: 'z' })).rows).toEqual([])
})
