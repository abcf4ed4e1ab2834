import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'

test('3,000 requests over all endpoints: no 500, no hang, nothing changed by a refusal', async () => {
  const { sent, byStatus, flaws } = await fuzz(String(Date.now()), 3_000)
  expect([...flaws]).toEqual([])
  expect(sent).toBeGreaterThan(2_900)
  // Enough of each kind that the test means something.
  for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 413])
    expect(byStatus.get(status) ?? 0).toBeGreaterThan(5)
})
