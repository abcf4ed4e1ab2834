import {
  BaseError,
  decodeErrorResult,
  ExecutionRevertedError,
  type Hex,
  InsufficientFundsError,
  RawContractError,
} from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { errorsAbi, errorsElsewhereAbi } from '../../contracts/errors.ts'
import type { Call, Estimate } from '../port.ts'
import { ChainUnavailable } from '../port.ts'
import { type Revert, revertOf } from '../revert.ts'
import type { Client } from './rpc/client.ts'
import { despiteLag } from './rpc/lag.ts'

/** Tries a call at a block, or at the newest one. */
export async function estimate(client: Client, sender: Address, call: Call, block?: number): Promise<Estimate> {
  const at = block === undefined ? {} : { blockNumber: BigInt(block) }
  try {
    const gas = await despiteLag(() => client.estimateGas({ account: sender, ...call, ...at }))
    return { is: 'gas', gas }
  } catch (error) {
    const revert = revertIn(error)
    if (revert === undefined) throw new ChainUnavailable('The chain did not answer: gas of a call', error)
    return { is: 'reverts', revert }
  }
}

/**
 * Replays a mined transaction at its block: the state in between may differ, so the reason is a best guess. What failed
 * has failed whether or not a node still has the state to say why, so this never throws.
 */
export async function whyReverted(client: Client, hash: Hex): Promise<Revert> {
  try {
    const tx = await client.getTransaction({ hash })
    const { from: account, to, input: data, value, gas, blockNumber } = tx
    if (to === null || blockNumber === null) return revertOf('Unknown')
    await despiteLag(() => client.call({ account, to, data, value, gas, blockNumber }))
    return revertOf('OutOfGas')
  } catch (error) {
    return revertIn(error) ?? revertOf('Unknown')
  }
}

/** The contract's reason within an error; undefined where the error is not about the call but about the connection. */
function revertIn(error: unknown): Revert | undefined {
  if (!(error instanceof BaseError)) return undefined
  if (error.walk((cause) => cause instanceof InsufficientFundsError)) return revertOf('InsufficientFunds')
  const data = revertData(error)
  if (data !== undefined && data !== '0x') return named(data)
  const reverted = error.walk((cause) => cause instanceof ExecutionRevertedError)
  return reverted === null ? undefined : revertOf('Unknown')
}

function revertData(error: BaseError): Hex | undefined {
  const carrier = error.walk(
    (cause) => cause instanceof RawContractError || (cause as { data?: unknown }).data !== undefined,
  )
  const data = (carrier as { data?: unknown } | null)?.data
  const hex = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof hex === 'string' && hex.startsWith('0x') ? (hex as Hex) : undefined
}

/** Only names that Sotto knows: a raw selector explains nothing. */
export function named(data: Hex): Revert {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [...errorsAbi, ...errorsElsewhereAbi], data })
    return errorName === 'Error' ? revertOf(errorName, String(args[0])) : revertOf(errorName)
  } catch {
    return revertOf('Unknown')
  }
}
