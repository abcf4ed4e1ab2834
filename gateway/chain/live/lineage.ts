import { decodeEventLog, encodePacked, type Hex, keccak256, parseAbi } from 'viem'
import type { Address } from '#shared/model/ids.ts'

/** Of the FHEVM on this chain ID: their addresses go into every handle (`SepoliaConfig` of @zama-fhe/relayer-sdk). */
const EXECUTOR: Address = '0x92C920834Ec8941d2C77D188936E1f7A6f49c127'
const ACL: Address = '0xf0Ffdc93b7E186bC2f8CB3dAA75D86d1930A433D'

/** FHEEvents.sol of host-contracts 0.10.0. */
const eventsAbi = parseAbi([
  'event FheIfThenElse(address indexed caller, bytes32 control, bytes32 ifTrue, bytes32 ifFalse, bytes32 result)',
])
/** `Operators.fheIfThenElse` of FHEVMExecutor.sol, and its `HANDLE_VERSION`. */
const IF_THEN_ELSE = 25
const VERSION = '00'

type Log = { address: string; data: Hex; topics: [Hex, ...Hex[]] | [] }

/**
 * From which input each selected amount was computed. ERC-7984 moves `select(covered, input, 0)`; a handle is the hash of
 * its computation (FHEVMExecutor.sol, `_ternaryOp`), so that a log which names another input for it does not hash to it:
 * no node can pass one call's amount off as another's.
 */
export function inputsOfHandles(logs: readonly Log[], chainId: number): Map<Hex, Hex> {
  const inputs = new Map<Hex, Hex>()
  for (const log of logs) {
    if (log.address.toLowerCase() !== EXECUTOR.toLowerCase()) continue
    const args = selection(log)
    if (args !== undefined && handleOf(args, chainId) === args.result) inputs.set(args.result, args.ifTrue)
  }
  return inputs
}

type Selection = { control: Hex; ifTrue: Hex; ifFalse: Hex; result: Hex }

function selection({ data, topics }: Log): Selection | undefined {
  try {
    return decodeEventLog({ abi: eventsAbi, data, topics }).args
  } catch {
    return undefined
  }
}

/** `_appendMetadataToPrehandle`: 21 bytes of the hash, ff, chain ID, type of the operands, version. */
function handleOf({ control, ifTrue, ifFalse }: Selection, chainId: number): Hex {
  const types = ['uint8', 'bytes32', 'bytes32', 'bytes32', 'address', 'uint256'] as const
  const hash = keccak256(encodePacked(types, [IF_THEN_ELSE, control, ifTrue, ifFalse, ACL, BigInt(chainId)]))
  const type = ifTrue.slice(62, 64)
  return `${hash.slice(0, 44)}ff${chainId.toString(16).padStart(16, '0')}${type}${VERSION}` as Hex
}
