import type { Address, Hex } from '#shared/model/ids.ts'
import type { Signer } from './port.ts'

/** What needs no node: keys, addresses and signatures of statements. */
export type WalletKeys = {
  create(): Signer
  /** The key that 48 bytes stand for. */
  derive(bytes: Uint8Array): Signer
  /** The EIP-55 form of an address in lower case or correct EIP-55; undefined for anything else. */
  checksum(address: string): Address | undefined
  /** A wallet's signature of a statement (EIP-712), r, s and v in lower case. */
  signTyped(signer: Signer, data: TypedData): Promise<Hex>
  /** Whose signature of a statement this is; undefined where it is of no wallet. */
  recover(data: TypedData, signature: Hex): Promise<Address | undefined>
}

/** A flat message for a wallet to sign (EIP-712): one struct of atomic fields, in a domain. */
export type TypedData = {
  domain: { name: string; version: string; chainId: number; verifyingContract?: Address }
  /** Name of the struct. */
  primaryType: string
  fields: readonly { name: string; type: 'address' | 'bytes32' | 'uint64' | 'string' }[]
  message: Readonly<Record<string, string | bigint>>
}
