import { expect, test } from 'vitest'
import { createTestWorld } from '../testing/test-world.ts'
import { appendEvent, everyEvent, headNow, macOf } from './store.ts'

const none = { accountId: null, outcome: 'ok', credentialType: null, credentialId: null, address: null, subject: null }

test('the audit log goes on beyond 2³¹ entries', async () => {
  const world = await createTestWorld()
  const row = { ...none, type: 'sign_out', position: 2 ** 31 - 1, id: world.newId(), at: 1 } as const
  const mac = macOf(world.keys, row, undefined)
  await world.db
    .insertInto('events')
    .values({ ...row, mac })
    .execute()
  await appendEvent(world, { ...none, type: 'sign_out' })
  await appendEvent(world, { ...none, type: 'sign_out' })
  expect(await headNow(world.db)).toMatchObject({ position: 2 ** 31 + 1 })
  const positions: number[] = []
  for await (const { position } of everyEvent(world.db)) positions.push(position)
  expect(positions.slice(-3)).toEqual([2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1])
})
