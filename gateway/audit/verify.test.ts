import { expect, test } from 'vitest'
import { onPostgres } from '../testing/postgres/databases.ts'
import { anotherGateway, createTestWorld } from '../testing/test-world.ts'
import { appendEvent } from './store.ts'
import { verifyEvents } from './verify.ts'

const none = { accountId: null, outcome: 'ok', credentialType: null, credentialId: null, address: null, subject: null }

test('an audit log that is whole is never called broken because a gateway writes to it meanwhile', async () => {
  const a = await createTestWorld()
  const b = onPostgres ? anotherGateway(a) : a
  const verdicts: string[] = []
  let writes = true
  const writing = (async () => {
    while (writes) await appendEvent(a, { ...none, type: 'sign_out' })
  })()
  for (let times = 0; times < 40; times++) {
    const verdict = await verifyEvents(b.db, b.keys)
    verdicts.push(verdict.is === 'whole' ? 'whole' : verdict.why)
  }
  writes = false
  await writing
  expect(await verifyEvents(b.db, b.keys)).toMatchObject({ is: 'whole' })
  expect(verdicts).toEqual(Array(40).fill('whole'))
})
