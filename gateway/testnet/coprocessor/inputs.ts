import {
  type Address,
  bytesToHex,
  concat,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  pad,
  stringToHex,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { gatewayChain } from '../../fhe/host.ts'
import { FheType } from '../../fhe/types.ts'
import { CHAIN_ID, host } from '../sepolia.ts'

const chain32 = pad(toHex(CHAIN_ID), { size: 32 })

/**
 * Handles of an input, one per value: keccak256("ZK-w_hdl" ‖ blob hash ‖ index ‖ ACL ‖ chain)[0..21] ‖ index ‖ chain ‖
 * type ‖ version, the blob hash being keccak256("ZK-w_rct" ‖ ciphertext). As `FhevmHandle.fromZKProof` of
 * @zama-fhe/relayer-sdk 0.4.3 computes them; the client compares.
 */
export function inputHandles(ciphertext: Uint8Array, types: readonly number[]): Hex[] {
  const blob = keccak256(concat([stringToHex('ZK-w_rct'), bytesToHex(ciphertext)]))
  return types.map((type, index) => {
    const at = toHex(index, { size: 1 })
    const hashed = keccak256(concat([stringToHex('ZK-w_hdl'), blob, at, host.acl, chain32]))
    const tail = concat([at, toHex(CHAIN_ID, { size: 8 }), toHex(type, { size: 1 }), '0x00'])
    return `${hashed.slice(0, 44)}${tail.slice(2)}` as Hex
  })
}

export type FastInputRequest = { contract: Address; user: Address; value: bigint }

/**
 * Nothing is encrypted for a fast input; what is asked for stands in for the ciphertext, with 32 random bytes that its asker
 * draws. So its handle means this amount of this user for this contract, and its asker computes it too.
 */
export function fastInputHandle({ contract, user, value }: FastInputRequest, salt: Hex): Hex {
  const fields = [stringToHex('sotto fast input'), salt, getAddress(contract), getAddress(user)]
  const standIn = hexToBytes(concat([...fields, pad(toHex(value), { size: 32 })]))
  const [handle = '0x'] = inputHandles(standIn, [FheType.uint64])
  return handle
}

/** What a proof is bound to: contract, user, ACL and chain (`verify_and_expand` takes it as metadata). */
export function proofMetadata(contract: Address, user: Address): Uint8Array {
  return hexToBytes(concat([getAddress(contract), getAddress(user), host.acl, chain32]))
}

const types = {
  CiphertextVerification: [
    { name: 'ctHandles', type: 'bytes32[]' },
    { name: 'userAddress', type: 'address' },
    { name: 'contractAddress', type: 'address' },
    { name: 'contractChainId', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ],
} as const

/** The coprocessor's word that these handles are this user's for this contract (InputVerifier.sol, `_verifyEIP712`). */
export function signInput(key: Hex, handles: Hex[], contract: Address, user: Address, extraData: Hex): Promise<Hex> {
  return privateKeyToAccount(key).signTypedData({
    domain: {
      name: 'InputVerification',
      version: '1',
      chainId: gatewayChain.id,
      verifyingContract: gatewayChain.inputVerification,
    },
    types,
    primaryType: 'CiphertextVerification',
    message: {
      ctHandles: handles,
      userAddress: getAddress(user),
      contractAddress: getAddress(contract),
      contractChainId: BigInt(CHAIN_ID),
      extraData,
    },
  })
}

/** The bytes that a contract takes: counts, handles, signatures, extra data (InputVerifier.sol, `verifyInput`). */
export function inputProof(handles: Hex[], signatures: Hex[], extraData: Hex): Hex {
  const counts = [toHex(handles.length, { size: 1 }), toHex(signatures.length, { size: 1 })]
  return concat([...counts, ...handles, ...signatures, extraData])
}
