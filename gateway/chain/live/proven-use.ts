import {
  getAddress,
  type Hex,
  keccak256,
  recoverTransactionAddress,
  type Signature,
  serializeTransaction,
  type Transaction,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { Address } from '#shared/model/ids.ts'
import type { NonceUse } from '../port.ts'

/** Addresses differ in case between nodes. */
export const isOf = (sender: Address, address: string) => address.toLowerCase() === sender.toLowerCase()

/**
 * Whether a transaction bears an authorization of the sender's (EIP-7702), which takes a nonce as a transaction does, and
 * which anyone may hand in.
 */
export async function authorizes(tx: Transaction, sender: Address, nonce: number, chainId: number): Promise<boolean> {
  for (const signed of tx.authorizationList ?? []) {
    if (signed.nonce !== nonce || (signed.chainId !== 0 && signed.chainId !== chainId)) continue
    const signer = await recoverAuthorizationAddress({ authorization: signed }).catch(() => undefined)
    if (signer !== undefined && isOf(sender, signer)) return true
  }
  return false
}

/** A transaction that is what its hash says, and was signed by this sender for this chain. */
export async function proven(
  tx: Transaction,
  block: number,
  sender: Address,
  chainId: number,
): Promise<NonceUse | undefined> {
  const raw = rebuilt(tx, chainId)
  if (raw === undefined) return undefined
  const signer = await recoverTransactionAddress({ serializedTransaction: raw }).catch(() => undefined)
  if (signer === undefined || !isOf(sender, signer)) return undefined
  const { input: data, value } = tx
  return { ...useOf(tx, raw, block), to: getAddress(tx.to ?? NO_ADDRESS), data, value }
}

/** A transaction that used the nonce by an authorization: its call is another sender's, and so is left out. */
export function provenOther(tx: Transaction, block: number, chainId: number): NonceUse | undefined {
  const raw = rebuilt(tx, chainId)
  return raw === undefined ? undefined : { ...useOf(tx, raw, block), to: NO_ADDRESS, data: '0x', value: 0n }
}

function useOf(tx: Transaction, raw: Hex, block: number) {
  const maxFee = tx.maxFeePerGas ?? tx.gasPrice ?? 0n
  const priorityFee = tx.maxPriorityFeePerGas ?? maxFee
  return { hash: tx.hash, block, raw, maxFee, priorityFee, cost: tx.value + tx.gas * maxFee }
}

/**
 * The bytes of a transaction, put together again from its fields; undefined where they are not what its hash says, or are for
 * another chain: that proves nothing.
 */
function rebuilt(tx: Transaction, chainId: number): TransactionSerialized | undefined {
  try {
    const { r, s, v, yParity } = tx
    // A legacy signature from before EIP-155 is good on every chain.
    if (tx.chainId !== undefined && tx.chainId !== chainId) return undefined
    const signature = { r, s, ...(tx.type === 'legacy' ? { v } : { yParity: yParity ?? Number(v) }) } as Signature
    // For newer types, nodes show the price that was paid, which is not in the signed bytes.
    const gasPrice = tx.type === 'legacy' || tx.type === 'eip2930' ? tx.gasPrice : undefined
    const fields = { ...tx, data: tx.input, to: tx.to ?? undefined, gasPrice }
    const raw = serializeTransaction(fields as TransactionSerializable, signature)
    return keccak256(raw) === tx.hash ? (raw as TransactionSerialized) : undefined
  } catch {
    return undefined
  }
}

/** Receiver of a transaction that makes a contract: such a transaction is no call of this gateway. */
const NO_ADDRESS: Address = `0x${'0'.repeat(40)}`
