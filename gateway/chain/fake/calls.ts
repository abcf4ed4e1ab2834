import { createHash } from 'node:crypto'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../calls.ts'
import type { Call, NonceUse } from '../port.ts'
import type { SignedBytes, SignRequest } from '../signing.ts'
import type { Action, Sent } from './ledger.ts'

export const TOKENS = {
  stable: { address: `0x${'5'.repeat(40)}` as Address, symbol: 'STABLE' },
  cstable: { address: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' as Address, symbol: 'cSTABLE' },
}
/** A transaction that used a nonce, without a receipt. */
export const INVENTED: NonceUse = {
  to: `0x${'e'.repeat(40)}`,
  data: '0x',
  value: 0n,
  hash: `0x${'e'.repeat(64)}`,
  block: 1,
  raw: '0xee',
  maxFee: 1n,
  priorityFee: 1n,
  cost: 0n,
}

/** An action as a call of the fake contracts. */
export function callOf(action: Action, value = 0n): Call {
  return { to: TOKENS.cstable.address, data: `0x${Buffer.from(JSON.stringify(action)).toString('hex')}`, value }
}

/** A transaction that a test has put into the ledger has no bytes: these stand in for them. */
export function useOf(sent: Sent, block: number): NonceUse {
  const { hash, cost, fee = 0n } = sent
  return { ...callOfSent(sent), hash, block, raw: sent.raw ?? hash, maxFee: fee, priorityFee: 1n, cost }
}

/** The call of signed bytes. */
export function callOfSent({ sender, action, value = 0n, tail = '0x' }: Sent): Call {
  const call: Call = action.do === 'nothing' ? { to: sender, data: '0x', value } : callOf(action, value)
  return { ...call, data: `${call.data}${tail.slice(2)}` }
}

/** What a call does, as the live chain tells it from its data. */
export function meaningOf(action: Action): Meaning | undefined {
  switch (action.do) {
    case 'fund':
    case 'transfer':
      return { does: action.do, to: action.to, units: BigInt(action.units) }
    case 'wrap':
      return { does: 'wrap', units: BigInt(action.units) }
    case 'hidden':
    case 'padded':
      return { does: 'hidden transfer', to: action.to }
    case 'finalize':
      return { does: 'finalize', request: action.request }
    case 'unwrap':
    case 'redeem':
      return { does: 'unwrap' }
    case 'allow pads':
    case 'nothing':
      return undefined
  }
}

/** Bytes that are no action of ours, such as a cancellation's, do nothing; nor do those that stand behind one. */
export function actionIn({ data }: Pick<Call, 'data'>): Action {
  const text = Buffer.from(data.slice(2), 'hex').subarray(0, lengthIn(data)).toString('utf8')
  return text === '' ? { do: 'nothing' } : JSON.parse(text)
}

/** What stands behind the action. */
function tailIn({ data }: Pick<Call, 'data'>): Hex {
  return `0x${data.slice(2 + 2 * lengthIn(data))}`
}

/** How many bytes of it are the action: flat JSON, which ends with its first bracket. A tag alone may begin with one too. */
function lengthIn(data: Hex): number {
  const bytes = Buffer.from(data.slice(2), 'hex')
  return bytes.indexOf('{"') === 0 ? bytes.indexOf('}') + 1 : 0
}

/** A request as signed bytes: `untagged`, without what stands behind the call. */
export function signedBy(sender: Address, request: SignRequest, untagged: boolean): SignedBytes {
  const { nonce, gas, value, maxFee: fee } = request
  const cost = gas * fee + value
  const tail = untagged ? '0x' : tailIn(request)
  const body = { sender, nonce, action: actionIn(request), tail, gas, value, cost, fee }
  const text = JSON.stringify(body, (_, field) => (typeof field === 'bigint' ? field.toString() : field))
  const raw: Hex = `0x${Buffer.from(text).toString('hex')}`
  return { raw, hash: hashOf(raw), cost }
}

/** Whether these are bytes that were signed here. */
export const isSigned = (raw: Hex) => Buffer.from(raw.slice(2), 'hex').toString('utf8').startsWith('{')

/** What signed bytes say. */
export function sentIn(raw: Hex): Sent {
  const { sender, nonce, action, tail, cost, fee, value } = JSON.parse(
    Buffer.from(raw.slice(2), 'hex').toString('utf8'),
  )
  return {
    sender,
    nonce,
    action,
    tail,
    cost: BigInt(cost),
    fee: BigInt(fee),
    value: BigInt(value),
    hash: hashOf(raw),
    raw,
  }
}

/** Hash of signed bytes. */
function hashOf(raw: Hex): Hex {
  return `0x${createHash('sha256').update(raw).digest('hex')}`
}
