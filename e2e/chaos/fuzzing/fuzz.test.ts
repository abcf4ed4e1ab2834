import { expect, test } from 'vitest'
import { repeated } from '../../../gateway/testing/how-often.ts'
import { fuzz } from './fuzz.ts'

const REQUESTS = repeated(10_000)

test(`${REQUESTS} requests over all endpoints: no 500, no hang, nothing changed by a refusal`, {
  timeout: 1_800_000,
}, async () => {
  const { sent, byStatus, flaws } = await fuzz(process.env.CHAOS_SEED ?? String(Date.now()), REQUESTS)
  expect([...flaws].map(([flaw, { count, example }]) => `${count} × ${flaw}: ${JSON.stringify(example)}`)).toEqual([])
  expect(sent).toBe(REQUESTS)
  // Enough of each kind that the test means something.
  for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 413])
    expect(byStatus.get(status) ?? 0).toBeGreaterThan(5)
})
