import { expect, test, vi } from 'vitest'

test('outside of tests a password costs what RFC 9106 recommends', async () => {
  const { passwordCost } = await vi.importActual<typeof import('./password-cost.ts')>('./password-cost.ts')
  expect(passwordCost).toEqual({ memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 })
})
