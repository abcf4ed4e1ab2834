import { expect, test, vi } from 'vitest'
import { createClient } from '../../../client.ts'
import { inSessionOf, ofAccount, watchSession } from './watch-session.ts'

/** A client of a gateway that refuses everything with one code. */
function refusing(code: string) {
  const body = JSON.stringify({ ok: false, error: { code, message: 'no' } })
  return createClient({ origin: 'http://localhost:7984', fetch: async () => new Response(body, { status: 401 }) })
}

test.each([
  ['invalid_session', 1],
  ['unauthenticated', 1],
  ['account_disabled', 1],
  ['cross_site_request', 1],
  ['reauthentication_required', 0],
  ['invalid_totp', 0],
])('%s is passed on, and told %d times', async (code, told) => {
  let ended = 0
  const api = watchSession(
    refusing(code),
    () => undefined,
    () => {
      ended++
    },
  )
  await expect(api.listSessions({})).rejects.toMatchObject({ code })
  expect(ended).toBe(told)
})

test('a late answer to a call of a former session says nothing of the one that is held since', async () => {
  let held = 'former'
  const onEnded = vi.fn()
  const api = watchSession(refusing('invalid_session'), () => held, onEnded)
  const late = api.listSessions({})
  held = 'next'
  await expect(late).rejects.toMatchObject({ code: 'invalid_session' })
  expect(onEnded).not.toHaveBeenCalled()
})

test('calls name the account that they are for, or the one that they are given', async () => {
  const named: unknown[] = []
  const fetch = async (_: string, { headers }: RequestInit) => {
    named.push(new Headers(headers).get('sotto-account'))
    return new Response('{}')
  }
  const plain = createClient({ origin: 'http://localhost:7984', fetch })
  const api = ofAccount(plain, 'a')
  for (const call of [plain.logout({}), api.logout({}), api.logout({}, inSessionOf('b'))]) await call.catch(() => {})
  expect(named).toEqual([null, 'a', 'b'])
})
