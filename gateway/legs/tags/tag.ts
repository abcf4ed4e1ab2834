import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { CallType, TransactionType } from '#shared/model/transaction.ts'
import type { Call } from '../../chain/port.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { IDS, idOf, numberOf } from '../../world/new-id.ts'

/**
 * What every transaction ends in that this gateway signs: 40 bytes behind its call data, which contracts ignore, and which say
 * whose transaction it is. A deterministic authenticated encryption: the MAC, over everything that makes the call, is the IV.
 *
 * body = type × role (4 bits) ‖ ID of the row (124 bits) ‖ digest of the request (64 bits)   24 bytes
 * mac  = HMAC-SHA-256(K_mac, chain ID ‖ sender ‖ nonce ‖ to ‖ value ‖ body ‖ call data)      first 16 bytes
 * box  = body xor HMAC-SHA-256(K_box, mac)                                                   first 24 bytes
 * tag  = mac ‖ box
 */
export type Tag = {
  /** ID of the payment that it belongs to. */
  row: string
  type: CallType
  role: Role
  /** Digest of the request under an `Idempotency-Key`: 16 hexadecimal digits. Null without a key. */
  digest: string | null
}

/**
 * Role in the payment: its own call, the payout of a redeem, a transaction that fills a gap of nonces, or a cancellation. The
 * last two move nothing.
 */
export type Role = (typeof ROLES)[number]

/** Where a transaction stands: a tag is good there alone. */
export type Slot = { chainId: number; sender: Address; nonce: number }

const TYPES = ['FUND', 'MINT', 'TRANSFER', 'REDEEM'] as const satisfies readonly CallType[]
const ROLES = ['call', 'settlement', 'gap filler', 'cancellation'] as const

const MAC_BYTES = 16
const DIGEST_BYTES = 8
const BODY_BYTES = 16 + DIGEST_BYTES
export const TAG_BYTES = MAC_BYTES + BODY_BYTES

const ID_BITS = 124n
const NO_DIGEST = '0'.repeat(2 * DIGEST_BYTES)

type Keys = Pick<Keyring, 'derive'>

/** Both keys of an installation: they stay for its life, and deriving them takes longer than a tag does. */
const derived = new WeakMap<Keys, { mac: KeyObject; box: KeyObject }>()

function keysOf(keys: Keys) {
  const of = (what: 'mac' | 'box') => createSecretKey(keys.derive('tags', what, 32))
  const both = derived.get(keys) ?? { mac: of('mac'), box: of('box') }
  derived.set(keys, both)
  return both
}

/** The payment that a call belongs to. */
export type Tagged = { id: string; type: TransactionType; requestDigest: string | null }

/** The tag of a payment's call. Throws for an arrival, which is never signed. */
export function tagOf({ id: row, type, requestDigest: digest }: Tagged, role: Role): Tag {
  if (type === 'RECEIVE') throw new Error(`nothing is signed for ${row}, which came in`)
  return { row, type, role, digest }
}

/** The call with its tag. Throws where the ID is of no row of this gateway's making. */
export function withTag(keys: Keys, slot: Slot, call: Call, tag: Tag): Call {
  const body = bodyOf(tag)
  const mac = macOf(keys, slot, call, body)
  return withTail(call, Buffer.concat([mac, boxed(keys, mac, body)]))
}

/** The call with as many bytes behind it as a tag has, none of them zero: no tag takes more gas. */
export function withStandIn(call: Call): Call {
  return withTail(call, Buffer.alloc(TAG_BYTES, 0xff))
}

/** What the tag of a transaction says; undefined where it has none of this installation's, made for this very call and place. */
export function readTag(keys: Keys, slot: Slot, { to, value, data }: Call): Tag | undefined {
  const bytes = bytesOf(data)
  if (bytes.length < TAG_BYTES) return undefined
  const tail = bytes.subarray(-TAG_BYTES)
  const [mac, box] = [tail.subarray(0, MAC_BYTES), tail.subarray(MAC_BYTES)]
  const body = boxed(keys, mac, box)
  const call = { to, value, data: hexOf(bytes.subarray(0, -TAG_BYTES)) }
  return timingSafeEqual(macOf(keys, slot, call, body), mac) ? tagIn(body) : undefined
}

function bodyOf({ row, type, role, digest }: Tag): Buffer {
  const id = numberOf(row)
  if (id === undefined) throw new Error(`${row} is no identifier of a row`)
  const kind = BigInt(TYPES.indexOf(type) * ROLES.length + ROLES.indexOf(role))
  const first = ((kind << ID_BITS) | id).toString(16).padStart(2 * (BODY_BYTES - DIGEST_BYTES), '0')
  return Buffer.from(first + (digest ?? NO_DIGEST), 'hex')
}

function tagIn(body: Buffer): Tag | undefined {
  const first = BigInt(`0x${body.subarray(0, -DIGEST_BYTES).toString('hex')}`)
  const [kind, id] = [Number(first >> ID_BITS), first & ((1n << ID_BITS) - 1n)]
  const [type, role] = [TYPES[Math.floor(kind / ROLES.length)], ROLES[kind % ROLES.length]]
  if (type === undefined || role === undefined || id >= IDS) return undefined
  const digest = body.subarray(-DIGEST_BYTES).toString('hex')
  return { row: idOf(id), type, role, digest: digest === NO_DIGEST ? null : digest }
}

/** MAC over fields of fixed width, with the data last: no two calls give the same bytes. */
function macOf(keys: Keys, { chainId, sender, nonce }: Slot, { to, value, data }: Call, body: Buffer): Buffer {
  return createHmac('sha256', keysOf(keys).mac)
    .update(number(BigInt(chainId), 32))
    .update(bytesOf(sender))
    .update(number(BigInt(nonce), 8))
    .update(bytesOf(to))
    .update(number(value, 32))
    .update(body)
    .update(bytesOf(data))
    .digest()
    .subarray(0, MAC_BYTES)
}

function boxed(keys: Keys, mac: Buffer, body: Buffer): Buffer {
  const pad = createHmac('sha256', keysOf(keys).box).update(mac).digest()
  return Buffer.from(body.map((byte, index) => byte ^ (pad[index] as number)))
}

const withTail = (call: Call, tail: Buffer): Call => ({ ...call, data: `${call.data}${tail.toString('hex')}` as Hex })
const bytesOf = (hex: Hex) => Buffer.from(hex.slice(2), 'hex')
const hexOf = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
const number = (value: bigint, bytes: number) => Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex')
