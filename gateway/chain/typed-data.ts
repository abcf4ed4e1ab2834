import type { Address } from '#shared/model/ids.ts'

/** A flat message for a wallet to sign (EIP-712): one struct of atomic fields, in a domain. */
export type TypedData = {
  domain: { name: string; version: string; chainId: number; verifyingContract?: Address }
  /** Name of the struct. */
  primaryType: string
  fields: readonly { name: string; type: 'address' | 'bytes32' | 'uint64' | 'string' }[]
  message: Readonly<Record<string, string | bigint>>
}
