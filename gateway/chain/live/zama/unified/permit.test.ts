import { type Hex, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { unifiedTyped } from './permit.ts'

/**
 * The digest that wallets sign, frozen by zama-ai/fhevm in kms-connector's regression test of the EVM path
 * (`the_user_decrypt_digest_of_the_frozen_payload_is_unchanged`), for a payload whose extra data names a context.
 */
test('the statement hashes as the KMS expects it', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const address = (byte: string): Hex => `0x${byte.repeat(20)}`
  const permit = {
    user: address('11'),
    publicKey: '0xaabbccdd',
    contracts: [address('22'), address('33')],
    start: 1_700_000_000,
    seconds: 86_400,
  } as const
  const { domain, message, ...rest } = unifiedTyped(permit, 31_337)
  const frozen = {
    ...rest,
    domain: { ...domain, verifyingContract: address('ca') },
    message: { ...message, extraData: `0x02${word(7)}${word(9)}` },
  } as const
  expect(hashTypedData(frozen)).toBe('0x20126b95a5627c50d96326d856f1b74015c552d1c48b7a7d9b3da939c84b7a95')
})
