import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Rpc } from '../chain/rpc.ts'
import { host, wellKnown } from '../sepolia.ts'

const aclAbi = parseAbi([
  'function persistAllowed(bytes32 handle, address account) view returns (bool)',
  'function isAllowedForDecryption(bytes32 handle) view returns (bool)',
])
const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
])

export type Acl = {
  /** Which of these may decrypt the handles of theirs, in their order. */
  allowed(pairs: { handle: Hex; account: Address }[]): Promise<boolean[]>
  /** Whether all of these may. */
  allAllowed(pairs: { handle: Hex; account: Address }[]): Promise<boolean>
  allPublic(handles: Hex[]): Promise<boolean>
}

/** The chain's own access list, read at the newest block, all questions in one call. */
export function createAcl(rpc: Rpc): Acl {
  async function each(questions: Hex[]): Promise<boolean[]> {
    const calls = questions.map((callData) => ({ target: host.acl, allowFailure: false, callData }))
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
    const answer = await rpc.call<Hex>('eth_call', [{ to: wellKnown.multicall3, data }, 'latest'])
    const results = decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data: answer })
    if (results.length !== questions.length) throw new Error('the access list answered another number of questions')
    return results.map(({ returnData }) => BigInt(returnData) === 1n)
  }
  const allowed: Acl['allowed'] = (pairs) =>
    each(
      pairs.map(({ handle, account }) =>
        encodeFunctionData({ abi: aclAbi, functionName: 'persistAllowed', args: [handle, account] }),
      ),
    )
  return {
    allowed,
    allAllowed: async (pairs) => (await allowed(pairs)).every(Boolean),
    async allPublic(handles) {
      const asked = handles.map((handle) =>
        encodeFunctionData({ abi: aclAbi, functionName: 'isAllowedForDecryption', args: [handle] }),
      )
      return (await each(asked)).every(Boolean)
    },
  }
}
