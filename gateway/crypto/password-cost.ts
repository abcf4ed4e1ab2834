/** Argon2id, 64 MiB, three passes (RFC 9106, section 4, second recommended option, on one lane). Unit tests have less. */
export const passwordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** Cost of a backup's passphrase: scrypt with N = 2^18, as the age tool has it. Tests in one process use less. */
export const passphraseCost = { logN: 18 }
