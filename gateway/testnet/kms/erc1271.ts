import { type Address, encodeFunctionData, type Hex, parseAbi, recoverAddress, toHex } from 'viem'
import { type Rpc, RpcError } from '../chain/rpc.ts'

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** What a contract answers that accepts: the selector of `isValidSignature` (ERC-1271). */
const MAGIC = '0x1626ba7e'
/** The asker's own contract is run: as much as Zama's KMS gives it. */
const GAS = toHex(5_000_000)

/** Whether an account stands by a signature of a hash. Throws where the node does not answer. */
export type Signatures = (account: Address, hash: Hex, signature: Hex) => Promise<boolean>

/**
 * A key's own signature, else the account is asked as a contract, also with an empty signature: a contract may have approved
 * the hash before. Source: zama-ai/fhevm, shared/user-decryption-signature/src/lib.rs (`verify_signature`).
 */
export function createSignatures(rpc: Rpc): Signatures {
  return async (account, hash, signature) => {
    if ((await signerOf(hash, signature)) === account) return true
    const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] })
    try {
      const answer = await rpc.call<Hex>('eth_call', [{ to: account, data, gas: GAS }, 'latest'])
      // A whole word: an account without code answers with nothing, and a stray fallback with less.
      return answer.length >= 66 && answer.startsWith(MAGIC)
    } catch (error) {
      // A contract that reverts has not accepted.
      if (error instanceof RpcError) return false
      throw error
    }
  }
}

async function signerOf(hash: Hex, signature: Hex): Promise<Address | undefined> {
  if (signature.length !== 132) return undefined
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    return undefined
  }
}
