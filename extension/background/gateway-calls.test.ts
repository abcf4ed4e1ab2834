import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchCalls } from '../gateway/batch-calls.ts'
import { writes } from '../gateway/page-calls.ts'
import { connectGateway, unlock } from '../testing/open-wallet.ts'
import { callRead, callWrite } from './gateway-calls.ts'

let profileId: string
beforeEach(async () => {
  await unlock()
  profileId = (await connectGateway()).id
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, data: {} }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Milliseconds that a call may take. */
async function patienceOf(call: () => Promise<unknown>): Promise<number | undefined> {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await call()
  return timeout.mock.calls[0]?.[0]
}

test.each(Object.entries({ ...batchCalls, ...writes }))(
  '%s may take as long as a payment, since a call that is given up may be done all the same',
  async (_, route) => {
    expect(await patienceOf(() => callWrite(profileId, route, { id: 'b1' }))).toBe(120_000)
  },
)

test('what only looks is given up after 20 seconds', async () => {
  expect(await patienceOf(() => callRead(profileId, 'getBatch', { id: 'b1' }))).toBe(20_000)
})
