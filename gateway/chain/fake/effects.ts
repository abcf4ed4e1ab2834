import { type Address, type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import type { Receipt } from '../port.ts'
import { TOKENS } from './calls.ts'
import type { Executor } from './ciphertexts.ts'
import type { Ledger, Sent } from './ledger.ts'
import { isPadUsed } from './pads.ts'

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/** A request to unwrap, and what has paid it. */
export type Unwrap = { receiver: Address; openedIn: number; paidBy?: Hex; block?: number; units?: bigint }

/** What a call changes. */
type LedgerPart = Pick<Ledger, 'holder' | 'requests' | 'mined' | 'timeOf'>

/** Why it reverts, or undefined. A confidential move without cover does not revert: it moves zero. */
export function carryOut(
  ledger: LedgerPart,
  { sender, action, hash }: Sent,
  receipt: Receipt,
  executor: Executor,
): string | undefined {
  const from = ledger.holder(sender)
  switch (action.do) {
    case 'fund': {
      ledger.holder(action.to).wei += BigInt(action.wei)
      from.wei -= BigInt(action.wei)
      ledger.holder(action.to).stable += BigInt(action.units)
      receipt.publicMoves.push({ from: ZERO_ADDRESS, to: action.to, units: BigInt(action.units) })
      return undefined
    }
    case 'wrap': {
      const units = BigInt(action.units)
      if (from.stable < units) return 'ERC20InsufficientBalance'
      from.stable -= units
      const handle = issue(ledger, executor, units)
      const { to = sender } = action
      credit(ledger, executor, to, handle)
      receipt.publicMoves.push({ from: sender, to: TOKENS.cstable.address, units })
      receipt.confidentialMoves.push({ from: ZERO_ADDRESS, to, handle })
      return undefined
    }
    case 'transfer': {
      const units = BigInt(action.units)
      if (from.stable < units) return 'ERC20InsufficientBalance'
      from.stable -= units
      ledger.holder(action.to).stable += units
      receipt.publicMoves.push({ from: sender, to: action.to, units })
      return undefined
    }
    case 'hidden': {
      const handle = takeHidden(ledger, executor, sender, action.handle)
      credit(ledger, executor, action.to, handle)
      receipt.confidentialMoves.push({ from: sender, to: action.to, handle, ...executor.lineageOf(handle) })
      return undefined
    }
    case 'unwrap': {
      const request = takeHidden(ledger, executor, sender, action.handle)
      ledger.requests.set(request, { receiver: sender, openedIn: receipt.block })
      receipt.unwraps.push({ receiver: sender, request, ...executor.lineageOf(request) })
      return undefined
    }
    case 'padded': {
      if (!mayMove(ledger, sender, receipt)) return 'ERC7984UnauthorizedSpender'
      if (isPadUsed(ledger, action.handle)) return 'PadUsed'
      const rhs: Hex = `0x${BigInt(action.delta).toString(16).padStart(64, '0')}`
      const asked = executor.compute({ name: 'FheAdd', lhs: action.handle, rhs, scalar: true })
      const handle = takeHidden(ledger, executor, sender, asked)
      credit(ledger, executor, action.to, handle)
      receipt.confidentialMoves.push({ from: sender, to: action.to, handle, ...executor.lineageOf(handle) })
      return undefined
    }
    case 'redeem': {
      if (!mayMove(ledger, sender, receipt)) return 'ERC7984UnauthorizedSpender'
      const units = BigInt(action.units)
      const request = takeHidden(ledger, executor, sender, executor.trivial(units))
      ledger.requests.set(request, { receiver: sender, openedIn: receipt.block })
      receipt.unwraps.push({ receiver: sender, request, ...executor.lineageOf(request) })
      return undefined
    }
    case 'allow pads':
      from.padsUntil = action.until
      return undefined
    case 'finalize': {
      const request = ledger.requests.get(action.request)
      if (request === undefined || request.paidBy !== undefined) return 'InvalidUnwrapRequest'
      request.paidBy = hash
      request.block = receipt.block
      request.units = BigInt(action.units)
      ledger.holder(request.receiver).stable += request.units
      receipt.publicMoves.push({ from: TOKENS.cstable.address, to: request.receiver, units: request.units })
      return undefined
    }
    case 'nothing':
      return undefined
  }
}

const mayMove = (ledger: LedgerPart, sender: Address, { block }: Receipt) =>
  (ledger.holder(sender).padsUntil ?? 0) >= ledger.timeOf(block)

/** As ERC-7984 computes it (`_update`, `FHESafeMath`): what is moved is selected by whether the balance covers it. */
function takeHidden(ledger: LedgerPart, executor: Executor, sender: Address, asked: Hex): Hex {
  const balance = ledger.holder(sender).handle
  const zero = executor.trivial(0n)
  if (balance === ZERO_HANDLE) {
    const covered = executor.compute({ name: 'FheEq', lhs: asked, rhs: ZERO_HANDLE, scalar: true })
    ledger.holder(sender).handle = zero
    return executor.select(covered, asked, zero)
  }
  const covered = executor.compute({ name: 'FheGe', lhs: balance, rhs: asked, scalar: false })
  const rest = executor.compute({ name: 'FheSub', lhs: balance, rhs: asked, scalar: false })
  ledger.holder(sender).handle = executor.select(covered, rest, balance)
  return executor.select(covered, asked, zero)
}

/** New units are added to the total, which makes their handle differ from that of every other issue of as many. */
function issue(ledger: LedgerPart, executor: Executor, units: bigint): Hex {
  const amount = executor.trivial(units)
  const before = ledger.holder(ZERO_ADDRESS).handle
  const total = executor.sum(before === ZERO_HANDLE ? executor.trivial(0n) : before, amount)
  const fits = executor.compute({ name: 'FheGe', lhs: total, rhs: amount, scalar: false })
  ledger.holder(ZERO_ADDRESS).handle = total
  return executor.select(fits, amount, executor.trivial(0n))
}

function credit(ledger: LedgerPart, executor: Executor, address: Address, moved: Hex): void {
  const before = ledger.holder(address).handle
  const balance = before === ZERO_HANDLE ? executor.trivial(0n) : before
  ledger.holder(address).handle = executor.sum(balance, moved)
}
