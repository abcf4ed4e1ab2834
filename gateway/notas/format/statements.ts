import { base64url } from 'jose'
import * as z from 'zod/mini'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { TypedData } from '../../chain/wallet-keys.ts'
import { isoOf } from './token-timestamps.ts'

/** What a wallet's own key says inside a nota. */

/** r, s and v (EIP-712 over secp256k1), in one spelling. */
export const WalletSignature = z.string().check(z.regex(/^0x[0-9a-f]{128}(1b|1c)$/, 'must be a signature of 65 bytes'))

/** What is asked of Ethereum keys: the gateway answers through its chain's port, the page in the browser by itself. */
export type Addresses = {
  /** The EIP-55 form of an address; undefined where it has a wrong checksum. */
  checksum(address: string): Address | undefined
  /** Whose signature this is; undefined where no address fits. */
  recover(data: TypedData, signature: Hex): Promise<Address | undefined>
}

/** "This address card was made by me, and its key is this one": the signature fits no card of another maker. */
export function cardStatement(card: {
  address: Address
  chainId: number
  network: string
  iat: number
  key: string
}): TypedData {
  return {
    domain: { name: 'Sotto address card', version: '1', chainId: card.chainId },
    primaryType: 'AddressCard',
    fields: [
      { name: 'wallet', type: 'address' },
      { name: 'network', type: 'string' },
      { name: 'issuedAt', type: 'string' },
      { name: 'cardKey', type: 'bytes32' },
    ],
    message: {
      wallet: card.address,
      network: card.network,
      issuedAt: isoOf(card.iat),
      cardKey: hexOf(base64url.decode(card.key)),
    },
  }
}

export type StatedMove = {
  chainId: number
  cstable: Address
  txHash: Hex
  from: Address
  to: Address
  handle: Hex
  units: bigint
}

/** "This is what moved, in units, where the chain shows only a handle." */
export function amountStatement(move: StatedMove): TypedData {
  return {
    domain: { name: 'Sotto receipt', version: '1', chainId: move.chainId, verifyingContract: move.cstable },
    primaryType: 'ConfidentialAmount',
    fields: [
      { name: 'transaction', type: 'bytes32' },
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'handle', type: 'bytes32' },
      { name: 'units', type: 'uint64' },
    ],
    message: { transaction: move.txHash, from: move.from, to: move.to, handle: move.handle, units: move.units },
  }
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
