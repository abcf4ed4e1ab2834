import { type Address, getAddress, type Hex, isAddress } from 'viem'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { bitsOf, chainOf, typeOf, widthOf } from '../../fhe/types.ts'
import { CHAIN_ID } from '../sepolia.ts'
import { RelayerRefusal } from './refusal.ts'

z.config(en())

/** What clients send, as @zama-fhe/relayer-sdk 0.4.3 writes it: some hexadecimal with `0x`, some without. */
const hex = z.pipe(
  z.string().check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, 'is not hexadecimal')),
  z.transform((text: string) => `0x${text.replace(/^0x/, '')}`.toLowerCase() as Hex),
)
const address = z.pipe(
  z.string().check(z.refine((text) => isAddress(text, { strict: false }), 'is not an address')),
  z.transform((text: string): Address => getAddress(text)),
)
const handle = hex.check(z.refine((text) => text.length === 66, 'is not a handle'))
const integer = z.pipe(
  z.union([z.string().check(z.regex(/^(?:\d{1,20}|0x[0-9a-fA-F]{1,16})$/)), z.int().check(z.nonnegative())]),
  z.transform((value: string | number) => BigInt(value)),
)
const chainId = z.pipe(
  integer.check(z.refine((value) => value === BigInt(CHAIN_ID), 'is not this chain')),
  z.transform(Number),
)
/** The only version that the contracts and the client know. */
const extraData = hex.check(z.refine((text) => text === '0x00' || text === '0x', 'is not supported'))

export const inputProofRequest = z.object({
  contractChainId: chainId,
  contractAddress: address,
  userAddress: address,
  ciphertextWithInputVerification: hex,
  extraData,
})

export const userDecryptRequest = z.object({
  handleContractPairs: z.array(z.object({ handle, contractAddress: address })).check(z.minLength(1)),
  requestValidity: z.object({ startTimestamp: integer, durationDays: integer }),
  contractsChainId: chainId,
  contractAddresses: z.array(address),
  userAddress: address,
  signature: hex,
  publicKey: hex,
  extraData,
})

const seconds = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/, 'is not a number')),
  z.transform((text: string) => BigInt(text)),
)

/** Source: zama-ai/fhevm, relayer/src/http/endpoints/v3/types/user_decrypt.rs: fields that it does not know are refused. */
export const unifiedDecryptRequest = z.strictObject({
  attestationType: z.literal('eip712-unified-user-decrypt-v1'),
  attestedPayload: z.strictObject({
    version: z.literal('2.0'),
    type: z.literal('user_decryption'),
    handles: z
      .array(z.object({ ctHandle: handle, contractAddress: address, ownerAddress: address }))
      .check(z.minLength(1)),
    userAddress: address,
    allowedContracts: z.array(address),
    requestValidity: z.object({ startTimestamp: seconds, durationSeconds: seconds }),
    publicKey: hex,
    extraData,
  }),
  signature: hex,
})

export const publicDecryptRequest = z.object({ ciphertextHandles: z.array(handle).check(z.minLength(1)), extraData })

export const fastInputRequest = z.object({
  contract: address,
  user: address,
  value: z.string().check(z.regex(/^\d{1,20}$/)),
  /** 32 random bytes, so that two inputs of one amount differ. */
  salt: handle,
})

/** A request parsed, or the relayer's refusal that names each field. */
export function parseRequest<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), issue: message }))
  const missing = parsed.error.issues.every(({ path }) => valueAt(value, path) === undefined)
  throw new RelayerRefusal(missing ? 'missing_fields' : 'validation_failed', 'the request is not valid', details)
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
}

const MAX_BITS = 2_048

/** Handles of this chain and of types that exist, not more than one request may carry. */
export function checkHandles(handles: Hex[], field: string): void {
  let bits = 0
  for (const one of handles) {
    if (chainOf(one) !== BigInt(CHAIN_ID)) throw invalid(field, `${one} is of another chain`)
    if (bitsOf(typeOf(one)) === undefined) throw invalid(field, `${one} has an unknown type`)
    bits += widthOf(one)
  }
  if (bits > MAX_BITS) throw invalid(field, `more than ${MAX_BITS} bits`)
}

export function invalid(field: string, issue: string): RelayerRefusal {
  return new RelayerRefusal('validation_failed', `${field} ${issue}`, [{ field, issue }])
}
