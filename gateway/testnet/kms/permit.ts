import { type Address, getAddress, type Hex, recoverTypedDataAddress } from 'viem'
import { gatewayChain } from '../../fhe/host.ts'

/** What a user signed to have values decrypted for a key of theirs. */
export type Permit = {
  publicKey: Hex
  contractAddresses: Address[]
  startTimestamp: bigint
  durationDays: bigint
  extraData: Hex
  contractsChainId: number
  userAddress: Address
  signature: Hex
}

export type PermitProblem = { field: string; issue: string }

export const MAX_DAYS = 365n
export const MAX_CONTRACTS = 10
const DAY = 86_400n

/** Why a permit does not hold at a time (in seconds), or undefined. Limits as in Zama's Decryption contract. */
export async function checkPermit(permit: Permit, now: number): Promise<PermitProblem | undefined> {
  const { contractAddresses, startTimestamp, durationDays, userAddress } = permit
  if (contractAddresses.length === 0 || contractAddresses.length > MAX_CONTRACTS) {
    return { field: 'contractAddresses', issue: `must hold 1 to ${MAX_CONTRACTS} addresses` }
  }
  if (contractAddresses.some((address) => getAddress(address) === getAddress(userAddress))) {
    return { field: 'userAddress', issue: 'must not be one of the contracts' }
  }
  if (durationDays < 1n || durationDays > MAX_DAYS) {
    return { field: 'requestValidity.durationDays', issue: `must be 1 to ${MAX_DAYS}` }
  }
  if (startTimestamp > BigInt(now)) return { field: 'requestValidity.startTimestamp', issue: 'is in the future' }
  if (startTimestamp + durationDays * DAY < BigInt(now)) return { field: 'requestValidity', issue: 'has expired' }
  const signer = await signerOf(permit)
  return signer === getAddress(userAddress) ? undefined : { field: 'signature', issue: 'is not of userAddress' }
}

const types = {
  UserDecryptRequestVerification: [
    { name: 'publicKey', type: 'bytes' },
    { name: 'contractAddresses', type: 'address[]' },
    { name: 'startTimestamp', type: 'uint256' },
    { name: 'durationDays', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ],
} as const

async function signerOf(permit: Permit): Promise<Address | undefined> {
  const { publicKey, contractAddresses, startTimestamp, durationDays, extraData, contractsChainId, signature } = permit
  const domain = {
    name: 'Decryption',
    version: '1',
    verifyingContract: gatewayChain.decryption,
    chainId: contractsChainId,
  }
  const message = { publicKey, contractAddresses, startTimestamp, durationDays, extraData }
  try {
    const primaryType = 'UserDecryptRequestVerification'
    return getAddress(await recoverTypedDataAddress({ domain, types, primaryType, message, signature }))
  } catch {
    return undefined
  }
}
