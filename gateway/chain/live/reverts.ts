import {
  BaseError,
  decodeErrorResult,
  ExecutionRevertedError,
  type Hex,
  InsufficientFundsError,
  parseAbi,
  RawContractError,
} from 'viem'
import type { Address } from '#shared/model/ids.ts'
import type { Call, Estimate } from '../port.ts'
import { ChainUnavailable } from '../port.ts'
import { cstableAbi, hostAbi, stableAbi } from './abis.ts'
import type { Client } from './client.ts'

/** What Solidity itself reverts with. */
const standardAbi = parseAbi(['error Error(string message)', 'error Panic(uint256 code)'])

const UNKNOWN = 'the contract refused it without a reason'

/** Tries a call at the newest block. */
export async function estimate(client: Client, sender: Address, call: Call): Promise<Estimate> {
  try {
    return { is: 'gas', gas: await client.estimateGas({ account: sender, ...call }) }
  } catch (error) {
    const reason = reasonIn(error)
    if (reason === undefined) throw new ChainUnavailable('The chain did not answer: gas of a call', error)
    return { is: 'reverts', reason }
  }
}

/**
 * Replays a mined transaction at its block: the state in between may differ, so the reason is a best guess. What failed
 * has failed whether or not a node still has the state to say why, so this never throws.
 */
export async function whyReverted(client: Client, hash: Hex): Promise<string> {
  try {
    const tx = await client.getTransaction({ hash })
    const { from: account, to, input: data, value, gas, blockNumber } = tx
    if (to === null || blockNumber === null) return REVERTED
    await client.call({ account, to, data, value, gas, blockNumber })
    return 'The transaction reverted: it ran out of gas, or what it depended on changed.'
  } catch (error) {
    const reason = reasonIn(error)
    return reason === undefined ? REVERTED : `The transaction reverted: ${reason}.`
  }
}

const REVERTED = 'The transaction reverted; the node cannot say why.'

/** The contract's reason within an error; undefined where the error is not about the call but about the connection. */
function reasonIn(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  if (error.walk((cause) => cause instanceof InsufficientFundsError)) return 'the sender has too little ETH'
  const data = revertData(error)
  if (data !== undefined && data !== '0x') return named(data)
  const reverted = error.walk((cause) => cause instanceof ExecutionRevertedError)
  return reverted === null ? undefined : UNKNOWN
}

function revertData(error: BaseError): Hex | undefined {
  const carrier = error.walk(
    (cause) => cause instanceof RawContractError || (cause as { data?: unknown }).data !== undefined,
  )
  const data = (carrier as { data?: unknown } | null)?.data
  const hex = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof hex === 'string' && hex.startsWith('0x') ? (hex as Hex) : undefined
}

function named(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({
      abi: [...stableAbi, ...cstableAbi, ...hostAbi, ...standardAbi],
      data,
    })
    return errorName === 'Error' ? String(args?.[0]) : errorName
  } catch {
    return `error ${data.slice(0, 10)}`
  }
}
