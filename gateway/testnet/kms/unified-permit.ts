import { type Address, getAddress, type Hex, hashTypedData } from 'viem'
import { gatewayChain } from '../../fhe/host.ts'
import { CHAIN_ID } from '../sepolia.ts'
import type { Signatures } from './erc1271.ts'
import { MAX_CONTRACTS, MAX_DAYS, type PermitProblem } from './permit.ts'

/** What a user signed to have values decrypted for a key of theirs, in version 3 of the relayer's protocol. */
export type UnifiedPermit = {
  userAddress: Address
  publicKey: Hex
  /** Empty: of any contract. */
  allowedContracts: Address[]
  startTimestamp: bigint
  durationSeconds: bigint
  extraData: Hex
  /** Empty where a contract has approved the hash. */
  signature: Hex
}

const MAX_SECONDS = MAX_DAYS * 86_400n

/**
 * Why a permit does not hold at a time (in seconds), or undefined. Limits as in Zama's Decryption contract
 * (`_checkUserDecryptionRequestValiditySeconds`), the rest as its KMS connector has it (`check_user_decryption_request_v2`).
 */
export async function checkUnifiedPermit(
  permit: UnifiedPermit,
  now: number,
  signatures: Signatures,
): Promise<PermitProblem | undefined> {
  const { allowedContracts, startTimestamp, durationSeconds, userAddress, signature } = permit
  if (allowedContracts.length > MAX_CONTRACTS) {
    return { field: 'allowedContracts', issue: `must hold at most ${MAX_CONTRACTS} addresses` }
  }
  if (allowedContracts.some((address) => getAddress(address) === getAddress(userAddress))) {
    return { field: 'userAddress', issue: 'must not be one of the contracts' }
  }
  if (durationSeconds < 1n || durationSeconds > MAX_SECONDS) {
    return { field: 'requestValidity.durationSeconds', issue: `must be 1 to ${MAX_SECONDS}` }
  }
  if (startTimestamp > BigInt(now)) return { field: 'requestValidity.startTimestamp', issue: 'is in the future' }
  if (startTimestamp + durationSeconds < BigInt(now)) return { field: 'requestValidity', issue: 'has expired' }
  if (await signatures(getAddress(userAddress), digestOf(permit), signature)) return undefined
  return { field: 'signature', issue: 'is invalid' }
}

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

/** The domain bears the host chain's ID and the gateway chain's contract. */
export function digestOf(
  permit: UnifiedPermit,
  chainId: number = CHAIN_ID,
  verifyingContract: Address = gatewayChain.decryption,
) {
  const { userAddress, publicKey, allowedContracts, startTimestamp, durationSeconds, extraData } = permit
  return hashTypedData({
    domain: { name: 'Decryption', version: '1', chainId, verifyingContract },
    types,
    primaryType: 'UserDecryptRequestVerification',
    message: { userAddress, publicKey, allowedContracts, startTimestamp, durationSeconds, extraData },
  })
}
