import { expect, test } from 'vitest'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { findPassword, isPassword } from './store.ts'

test('a password that a rotation of the master key has sealed anew is the same', async () => {
  const { db, keys, ...world } = await createTestWorld()
  const { accountId: id } = await createTester({ db, keys, ...world })
  const proved = (await findPassword(db, keys, { id }))?.passwordHash ?? expect.fail('there is none')
  const place = { table: 'accounts', column: 'password_hash', row: id }
  const anew = keys.seal(place, keys.open(place, proved))
  expect(anew).not.toBe(proved)
  expect(await isPassword(db, keys, id, anew)).toBe(true)
  expect(await isPassword(db, keys, id, keys.seal(place, 'another'))).toBe(false)
})
