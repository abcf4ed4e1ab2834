import type { Address, Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import { Refusal } from '#shared/refusals.ts'
import { ConfidentialUnavailable } from '../chain/port.ts'
import { readerOf, readPlaintexts } from '../decryption/read-plaintexts.ts'
import { type Leg, legsOf } from '../legs/store.ts'
import { type ReceiptContent, VERSION } from '../notas/format/content.ts'
import { signReceipt } from '../notas/format/sign-nota.ts'
import { amountStatement } from '../notas/format/statements.ts'
import { notaryKey } from '../notas/notary-key.ts'
import { decide, type PayoutFact } from '../transactions/states.ts'
import type { Transaction } from '../transactions/store.ts'
import { signerOf } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import {
  type ChainEvidence,
  chainEvidence,
  type Move,
  moveIn,
  type Payout,
  payoutIn,
  payoutOfBurn,
} from './chain-evidence.ts'

/**
 * A receipt of what the chain says of a transaction at this moment: of a redeem the burn alone, then both legs. The row
 * says which transaction to look for and is contradicted, never quoted: where the chain does not bear it out there is
 * no receipt.
 */
export async function issueReceipt(world: World, transaction: Transaction): Promise<string> {
  const legs = await legsOf(world.db, world.keys, transaction.id)
  const { leg, seen } = await firstLeg(world, transaction, legs)
  const wallet = transaction.type === 'FUND' ? (transaction.toAddress as Address) : leg.sender
  const move = seen.receipt.success ? moveIn(transaction.type, wallet, seen.receipt) : nothing(transaction, leg)
  if (move === undefined) throw unavailable('The chain shows it, but not what it should have moved.')
  const payout = await payoutFor(world, transaction, legs, move, seen)
  const units = payout?.units ?? (await unitsOf(world, transaction, move))
  const status = statusOf(transaction, seen, units, payout?.seen)
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
    amountSource: 'units' in move || payout !== undefined ? 'chain' : 'wallet',
    handle: 'handle' in move ? move.handle : null,
    legs: [
      legOf(nameOf(transaction, leg), seen),
      ...(payout === undefined ? [] : [legOf('payout' as const, payout.seen)]),
    ],
  }
  const walletSignature = await statement(world, transaction, content, units)
  return signReceipt(walletSignature === undefined ? content : { ...content, walletSignature }, await notaryKey(world))
}

type SaidLeg = ReceiptContent['legs'][number]

function nameOf({ type }: Transaction, { kind }: Leg): SaidLeg['kind'] {
  if (type === 'REDEEM') return kind === 'unwrap' ? 'burn' : 'transfer'
  return ({ FUND: 'fund', MINT: 'mint', TRANSFER: 'transfer' } as const)[type]
}

function unavailable(message: string): Refusal {
  return new Refusal('receipt_unavailable', { message })
}

/** The leg that moved value, found on the chain as it is now. */
async function firstLeg(
  world: World,
  transaction: Transaction,
  legs: Leg[],
): Promise<{ leg: Leg; seen: ChainEvidence }> {
  const leg = legs.find((each) => each.movesValue)
  if (leg === undefined) throw unavailable('It never reached the chain.')
  if (leg.state === 'cancelled' || leg.state === 'superseded') {
    throw unavailable(`It never reached the chain, and cannot any more. ${leg.reason ?? ''}`.trim())
  }
  const seen = leg.minedHash === null ? undefined : await chainEvidence(world, leg.minedHash)
  if (seen === undefined) throw unavailable(takenBack(transaction))
  if (!seen.deep) throw unavailable('It is in a block that is not deep enough yet. Ask again in a moment.')
  return { leg, seen }
}

function takenBack(transaction: Transaction): string {
  return transaction.status === 'SETTLED' || transaction.status === 'FAILED'
    ? 'The chain does not show it any more: a reorganisation took it back. It is sent again.'
    : 'The chain does not show it yet. Ask again in a moment.'
}

/** A transaction that reverted moved nothing. */
function nothing(transaction: Transaction, leg: Leg): Move {
  return { from: leg.sender, to: transaction.toAddress ?? leg.sender, units: 0n }
}

/** The second leg of a redeem, if it is deep enough: by the one who finalized the burn, or out of the operator's float. */
async function payoutFor(world: World, transaction: Transaction, legs: Leg[], move: Move, first: ChainEvidence) {
  if (transaction.type !== 'REDEEM' || !('handle' in move)) return undefined
  const burned = first.receipt.unwraps.some((unwrap) => unwrap.request === move.handle)
  const payout = burned
    ? await payoutOfBurn(world, move.handle, move.from, first.receipt.block)
    : await payoutFromFloat(world, legs, move)
  return payout?.seen.deep ? payout : undefined
}

async function payoutFromFloat(world: World, legs: Leg[], { from, to }: Move): Promise<Payout | undefined> {
  const hash = legs.findLast((leg) => leg.kind === 'payout')?.minedHash ?? null
  return hash === null ? undefined : payoutIn(await chainEvidence(world, hash), from, to)
}

/** What moved: as the events say, or decrypted for the wallet that was party. Undefined while that cannot be done. */
async function unitsOf(world: World, transaction: Transaction, move: Move): Promise<bigint | undefined> {
  if ('units' in move) return move.units
  try {
    const known = await readPlaintexts(world, [move.handle], readerOf(world, transaction.walletId))
    return known.get(move.handle)
  } catch (error) {
    if (error instanceof ConfidentialUnavailable) return undefined
    throw error
  }
}

/** The same decision as for the row, from what was seen now. Refuses where the row has promised more than the chain shows. */
function statusOf(
  transaction: Transaction,
  seen: ChainEvidence,
  moved: bigint | undefined,
  paid: ChainEvidence | undefined,
) {
  const payout: PayoutFact = paid === undefined ? { is: 'wanting', what: null } : { is: 'confirmed' }
  const { status } = decide({
    type: transaction.type,
    status: 'PENDING',
    confidential: transaction.confidential,
    token: transaction.token,
    asked: transaction.units,
    first: seen.receipt.success ? { is: 'confirmed' } : { is: 'failed', reason: 'reverted' },
    moved,
    backed: true,
    payout,
  })
  if (status === 'PENDING') throw unavailable('The chain does not show it yet. Ask again in a moment.')
  if (transaction.status === 'SETTLED' && status !== 'SETTLED') {
    throw unavailable('The chain does not show its payout any more: a reorganisation took it back.')
  }
  if (transaction.status === 'FAILED' && status === 'SETTLED') {
    throw unavailable('The chain shows that it came through after all. Ask whoever runs this gateway.')
  }
  return transaction.status === 'FAILED' ? 'FAILED' : status
}

function legOf(kind: SaidLeg['kind'], { receipt, time }: ChainEvidence): SaidLeg {
  const { hash: txHash, block, blockHash, success } = receipt
  return { kind, txHash, block, blockHash, time, outcome: success ? 'success' : 'reverted' }
}

/** The amount of a confidential move is the word of the wallet that made it. */
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
