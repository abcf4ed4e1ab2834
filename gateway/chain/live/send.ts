import {
  type AbiFunction,
  BaseError,
  decodeFunctionData,
  getAddress,
  HttpRequestError,
  keccak256,
  parseTransaction,
  TimeoutError,
  type TransactionSerialized,
  toFunctionSelector,
} from 'viem'
import { signTransaction } from 'viem/accounts'
import type { Hex } from '#shared/model/ids.ts'
import { cstableAbi, padsAbi } from '../../contracts/abis.ts'
import { paddedOrigin, publicOrigin } from '../../fhe/origins.ts'
import type { Call, Fees, Signer } from '../port.ts'
import type { Broadcast, SignedBytes, SignRequest } from '../signing.ts'
import type { Client } from './rpc/client.ts'

/** Signs an EIP-1559 transaction. */
export async function sign(chainId: number, signer: Signer, request: SignRequest): Promise<SignedBytes> {
  const { to, data, value, nonce, gas, maxFee, priorityFee } = request
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee }
  const transaction = { type: 'eip1559', chainId, to, data, value, nonce, gas, ...fees } as const
  // Not through an account, which computes its address from the key each time it is made.
  const raw = await signTransaction({ privateKey: signer.key, transaction })
  return { raw, hash: keccak256(raw), cost: value + gas * maxFee }
}

/** Reads bytes of ours back and signs them again with other fees. */
export async function resign(
  chainId: number,
  signer: Signer,
  raw: Hex,
  fees: Pick<Fees, 'maxFee' | 'priorityFee'>,
): Promise<SignedBytes> {
  const { nonce, gas } = parseTransaction(raw as TransactionSerialized<'eip1559'>)
  if (nonce === undefined || gas === undefined) throw new Error('these bytes are no call of ours')
  return sign(chainId, signer, { ...callIn(raw), nonce, gas, ...fees })
}

/** The call in signed bytes. */
export function callIn(raw: Hex): Call {
  const { to, data, value } = parseTransaction(raw as TransactionSerialized<'eip1559'>)
  if (!to) throw new Error('these bytes are no call of ours')
  return { to: getAddress(to), data: data ?? '0x', value: value ?? 0n }
}

/** What the amount of a call comes from: its encrypted input, or the name of a pad with its number, or of a public amount. */
export function inputIn(raw: Hex): Hex | undefined {
  const { data } = parseTransaction(raw as TransactionSerialized<'eip1559'>)
  if (data === undefined || !takesInput.has(data.slice(0, SELECTOR_DIGITS))) return undefined
  try {
    const call = decodeFunctionData({ abi: [...cstableAbi, ...padsAbi], data })
    switch (call.functionName) {
      case 'confidentialTransfer':
        return call.args[1]
      case 'unwrap':
        return call.args[2]
      case 'transfer':
        return paddedOrigin(call.args[1], call.args[3])
      case 'redeem':
        return publicOrigin(call.args[0])
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

const SELECTOR_DIGITS = 10
const TAKE_INPUT = ['confidentialTransfer', 'unwrap', 'transfer', 'redeem']
/** Beginnings of calls that hand over an input: to find out by decoding costs a millisecond of errors for all others. */
const takesInput = new Set(
  [...cstableAbi, ...padsAbi]
    .filter((item) => item.type === 'function' && TAKE_INPUT.includes(item.name))
    .map((item) => toFunctionSelector(item as AbiFunction)),
) as Set<string>

/** That a node knows the bytes already is as good as having taken them now. */
const KNOWN = /already ?known|already imported|known ?transaction/i
/** A node that has no time has not judged the bytes. */
const BUSY = /rate.?limit|too many requests|request count exceeded/i

export async function broadcast(client: Client, raw: Hex): Promise<Broadcast> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] }, { retryCount: 0 })
    return { is: 'accepted' }
  } catch (error) {
    const reason = error instanceof BaseError ? (error.details ?? error.shortMessage) : 'the connection failed'
    if (KNOWN.test(reason)) return { is: 'accepted' }
    const cut =
      error instanceof BaseError && error.walk((e) => e instanceof HttpRequestError || e instanceof TimeoutError)
    const lost = cut || BUSY.test(reason)
    return { is: lost ? 'unreachable' : 'refused', reason: reason.slice(0, 200) }
  }
}
