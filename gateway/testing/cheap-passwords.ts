import { vi } from 'vitest'

/** In tests of one process a password costs next to nothing; the built gateway, in the end-to-end tests, has the real cost. */
vi.mock('../crypto/password-cost.ts', () => ({
  passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  passphraseCost: { logN: 10 },
}))
