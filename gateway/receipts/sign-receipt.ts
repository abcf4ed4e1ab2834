import type { Address, Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import { Refusal } from '#shared/refusal.ts'
import { ConfidentialUnavailable } from '../chain/port.ts'
import { readerOf, readPlaintexts } from '../decryption/read-plaintexts.ts'
import type { Included } from '../legs/evidence/inclusion.ts'
import { type ReceiptContent, VERSION } from '../notas/format/content.ts'
import { signReceipt } from '../notas/format/sign-nota.ts'
import { amountStatement } from '../notas/format/statements.ts'
import { notaryKey } from '../notas/notary-key.ts'
import type { Transaction } from '../transactions/store.ts'
import { signerOf } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import type { Move } from './chain-evidence.ts'

export type SaidLeg = ReceiptContent['legs'][number]

export type Findings = {
  status: ReceiptContent['status']
  move: Move
  /** Undefined while it is not known, or where it is sealed. */
  units: bigint | undefined
  /** Whether the chain shows the amount in public. */
  isPublic: boolean
  legs: SaidLeg[]
}

/** Writes and signs the evidence: a confidential amount under the statement of the wallet whose receipt it is. */
export async function signedReceipt(world: World, transaction: Transaction, found: Findings): Promise<string> {
  const { status, move, units, isPublic, legs } = found
  const { stable, cstable } = world.chain.tokens
  const content: ReceiptContent = {
    v: VERSION,
    iat: Math.floor(world.clock.now() / 1000),
    chainId: world.chain.chainId,
    network: world.config.SOTTO_NETWORK,
    type: transaction.type,
    status,
    token: transaction.token,
    stable: plain(world, stable.address),
    cstable: plain(world, cstable.address),
    from: plain(world, move.from),
    to: plain(world, move.to),
    amount: units === undefined ? null : formatUnits(units),
    amountSource: isPublic ? 'chain' : 'wallet',
    handle: 'handle' in move ? move.handle : null,
    legs,
  }
  const walletSignature = await statement(world, transaction, content, units)
  return signReceipt(walletSignature === undefined ? content : { ...content, walletSignature }, await notaryKey(world))
}

export function unavailable(message: string): Refusal {
  return new Refusal('receipt_unavailable', { message })
}

/** What the node that was asked does not show, which another one may; nothing that it shows speaks against the row. */
export class NotShown extends Refusal {
  constructor(message: string) {
    super('receipt_unavailable', { message })
  }
}

/** What moved: as the events say, or decrypted for the wallet that was party. Undefined while that cannot be done. */
export async function unitsOf(world: World, transaction: Transaction, move: Move): Promise<bigint | undefined> {
  if ('units' in move) return move.units
  try {
    const known = await readPlaintexts(world, [move.handle], readerOf(world, transaction.walletId))
    return known.get(move.handle)
  } catch (error) {
    if (error instanceof ConfidentialUnavailable) return undefined
    throw error
  }
}

export function legOf(kind: SaidLeg['kind'], { receipt, time }: Included): SaidLeg {
  const { hash: txHash, block, blockHash, success } = receipt
  return { kind, txHash, block, blockHash, time, outcome: success ? 'success' : 'reverted' }
}

/** The amount of a confidential move is the word of the wallet that was party to it. */
async function statement(world: World, transaction: Transaction, content: ReceiptContent, units: bigint | undefined) {
  const [first] = content.legs
  if (content.handle === null || units === undefined || first === undefined) return undefined
  const data = amountStatement({
    chainId: content.chainId,
    cstable: content.cstable as Address,
    txHash: first.txHash as Hex,
    from: content.from as Address,
    to: content.to as Address,
    handle: content.handle as Hex,
    units,
  })
  return world.chain.wallets.signTyped(await signerOf(world, transaction.walletId), data)
}

/** As EIP-55 spells it. */
function plain(world: World, address: Address): Address {
  return world.chain.wallets.checksum(address.toLowerCase()) ?? address
}
