import { BaseError, HttpRequestError, keccak256, TimeoutError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '#shared/model/ids.ts'
import type { Broadcast, SignedBytes, Signer, SignRequest } from '../port.ts'
import type { Client } from './client.ts'

/** Signs an EIP-1559 transaction. */
export async function sign(chainId: number, signer: Signer, request: SignRequest): Promise<SignedBytes> {
  const raw = await privateKeyToAccount(signer.key).signTransaction({
    type: 'eip1559',
    chainId,
    to: request.to,
    data: request.data,
    value: request.value,
    nonce: request.nonce,
    gas: request.gas,
    maxFeePerGas: request.maxFee,
    maxPriorityFeePerGas: request.priorityFee,
  })
  return { raw, hash: keccak256(raw) }
}

/** That a node knows the bytes already is as good as having taken them now. */
const KNOWN = /already (known|imported)|known transaction/i

export async function broadcast(client: Client, raw: Hex): Promise<Broadcast> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] }, { retryCount: 0 })
    return { is: 'accepted' }
  } catch (error) {
    const reason = error instanceof BaseError ? (error.details ?? error.shortMessage) : 'the connection failed'
    if (KNOWN.test(reason)) return { is: 'accepted' }
    const lost =
      error instanceof BaseError && error.walk((e) => e instanceof HttpRequestError || e instanceof TimeoutError)
    return { is: lost ? 'unreachable' : 'refused', reason: reason.slice(0, 200) }
  }
}
