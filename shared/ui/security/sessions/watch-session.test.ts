import { expect, test } from 'vitest'
import { createClient } from '../../../client.ts'
import { watchSession } from './watch-session.ts'

/** A client of a gateway that refuses everything with one code. */
function refusing(code: string) {
  const body = JSON.stringify({ ok: false, error: { code, message: 'no' } })
  return createClient({ origin: 'http://localhost:7984', fetch: async () => new Response(body, { status: 401 }) })
}

test.each([
  ['invalid_session', 1],
  ['unauthenticated', 1],
  ['reauthentication_required', 0],
  ['invalid_totp', 0],
])('%s is passed on, and told %d times', async (code, told) => {
  let ended = 0
  const api = watchSession(refusing(code), () => {
    ended++
  })
  await expect(api.listSessions({})).rejects.toMatchObject({ code })
  expect(ended).toBe(told)
})
