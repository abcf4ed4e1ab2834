import { expect, test } from 'vitest'

test('outside of tests a password costs what RFC 9106 recommends, and a passphrase what age takes', async () => {
  // By another name the module is loaded once more, without what tests changed in it.
  expect({ ...(await import(`./password-cost.ts?${'unchanged'}`)) }).toEqual({
    passphraseCost: { logN: 18 },
    passwordCost: { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 },
  })
})
