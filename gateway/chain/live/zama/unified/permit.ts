import type { Address, Hex } from '#shared/model/ids.ts'
import { gatewayChain } from '../../../../fhe/host.ts'

/**
 * A permit of version 3 of the relayer's protocol: for some contracts, for so many seconds from `start` (seconds since the
 * epoch) on. Source: zama-ai/fhevm, shared/user-decryption-signature/src/lib.rs (`UserDecryptRequestVerification`); the
 * domain bears the ID of the host chain, and the gateway chain's contract.
 */
export type UnifiedPermit = {
  user: Address
  publicKey: Hex
  contracts: readonly Address[]
  start: number
  seconds: number
}

export const SECONDS_PER_DAY = 86_400

/** The current context of the KMS. */
export const EXTRA_DATA = '0x00'

const types = {
  UserDecryptRequestVerification: [
    { name: 'userAddress', type: 'address' },
    { name: 'publicKey', type: 'bytes' },
    { name: 'allowedContracts', type: 'address[]' },
    { name: 'startTimestamp', type: 'uint256' },
    { name: 'durationSeconds', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ],
} as const

/** EIP-712, to be signed by the user; a contract may accept its hash by ERC-1271 instead. */
export function unifiedTyped({ user, publicKey, contracts, start, seconds }: UnifiedPermit, chainId: number) {
  return {
    domain: { name: 'Decryption', version: '1', chainId, verifyingContract: gatewayChain.decryption },
    types,
    primaryType: 'UserDecryptRequestVerification',
    message: {
      userAddress: user,
      publicKey,
      allowedContracts: contracts,
      startTimestamp: BigInt(start),
      durationSeconds: BigInt(seconds),
      extraData: EXTRA_DATA,
    },
  } as const
}
