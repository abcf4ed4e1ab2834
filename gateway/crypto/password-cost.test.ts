import { expect, test, vi } from 'vitest'

test('outside of tests a password costs what RFC 9106 recommends, and a passphrase what age takes', async () => {
  const { passwordCost, passphraseCost } =
    await vi.importActual<typeof import('./password-cost.ts')>('./password-cost.ts')
  expect(passphraseCost).toEqual({ logN: 18 })
  expect(passwordCost).toEqual({ memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 })
})
