import type { Address, Hex } from '#shared/model/ids.ts'
import { sealUnits, UNKNOWN } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { ArrivalRow, TransactionRow } from '../../db/schema/payment-rows.ts'
import type { Wallet } from '../../wallets/store.ts'
import { placeOf } from '../store.ts'

/** Money that came in to a wallet of this gateway. */
export type Arrival = {
  wallet: Wallet
  token: string
  from: Address
  hash: Hex
  /** Index among the token's moves to this wallet in that transaction, from 0: another block does not change it. */
  position: number
  block: number
  blockHash: Hex
  /** Index of the log in that block; null if the arrival is known from its payment and no scan has passed yet. */
  logIndex: number | null
  /** Time of the block, in milliseconds. */
  time: number
  /** Handle of a confidential amount; null for a public one. */
  handle: Hex | null
  /** Undefined while the amount is not known. */
  units: bigint | undefined
}

/** Whether this gateway cannot know the amount: only who holds a wallet's key may decrypt what it receives. */
export function isSealed({ wallet, handle }: Pick<Arrival, 'wallet' | 'handle'>): boolean {
  return handle !== null && wallet.type === 'EXTERNAL'
}

type Identity = Pick<Arrival, 'hash' | 'token' | 'position'> & { wallet: Pick<Wallet, 'id'> }

/**
 * The same arrival has the same ID in every gateway, and after a reorganisation too: a client that was told of it is not told
 * of another. Keyed, so that the chain alone does not give it away.
 */
export function arrivalId(keys: Keyring, { wallet, hash, token, position }: Identity): string {
  const mac = Buffer.from(keys.hash('arrival', [wallet.id, hash, token, position].join('\0')), 'base64url')
  const number = BigInt(`0x${mac.toString('hex')}`)
  const letter = String.fromCharCode(97 + Number(number % 26n))
  return letter + (number / 26n).toString(36).padStart(REST, '0').slice(-REST)
}

/** A cuid2 is a letter and so many letters or digits. */
const REST = 23

/** The arrival as a row of the list; an unknown amount is empty. */
export function rowOf(keys: Keyring, arrival: Arrival): TransactionRow {
  const { wallet, units, time } = arrival
  const id = arrivalId(keys, arrival)
  const known = units !== undefined && !isSealed(arrival)
  return {
    id,
    accountId: wallet.accountId,
    walletId: wallet.id,
    type: 'RECEIVE',
    status: 'SETTLED',
    amount: known ? sealUnits(keys, placeOf('amount', id), units) : UNKNOWN,
    token: arrival.token,
    confidential: arrival.handle === null ? 0 : 1,
    fromAddress: arrival.from,
    toAddress: wallet.address,
    externalId: null,
    waitingFor: known || isSealed(arrival) ? null : 'amount',
    error: null,
    txHash: arrival.hash,
    cancelledByTxHash: null,
    settlementTxHash: null,
    gasFee: null,
    settlementGasFee: null,
    owed: 0,
    paidBy: null,
    note: null,
    rebuiltAt: null,
    requestDigest: null,
    batchId: null,
    askedBy: null,
    reservedAt: null,
    requestId: wallet.forRequest ? wallet.id : null,
    createdAt: time,
    updatedAt: time,
  }
}

/** The place of an arrival on chain. */
export function placeOnChain(transactionId: string, arrival: Arrival): ArrivalRow {
  const { wallet, hash, token, position, block, blockHash, logIndex, handle } = arrival
  return {
    transactionId,
    walletId: wallet.id,
    txHash: hash,
    token,
    position,
    blockNumber: block,
    blockHash,
    logIndex,
    handle,
  }
}
