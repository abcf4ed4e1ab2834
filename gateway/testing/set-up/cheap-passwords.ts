import { passphraseCost, passwordCost } from '../../crypto/password-cost.ts'

/** In tests of one process a password costs next to nothing; the built gateway, in the end-to-end tests, has the real cost. */
Object.assign(passwordCost, { memoryCost: 64, timeCost: 1, parallelism: 1 })
Object.assign(passphraseCost, { logN: 10 })
