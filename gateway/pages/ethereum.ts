import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { TypedData } from '../chain/wallet-keys.ts'
import type { Addresses } from '../notas/format/statements.ts'

/** Addresses and wallet signatures in the browser, where the gateway's own library would be ten times the page. */
export const addresses: Addresses = {
  checksum(address) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
    const lower = address.slice(2).toLowerCase()
    const right = checksummed(lower)
    return address === right || address.slice(2) === lower ? right : undefined
  },
  async recover(data, signature) {
    const bytes = hexToBytes(signature.slice(2))
    const recovery = (bytes[64] ?? 0) - 27
    try {
      const { r, s } = secp256k1.Signature.fromCompact(bytes.subarray(0, 64))
      const signed = new secp256k1.Signature(r, s, recovery)
      const point = signed.recoverPublicKey(digestOf(data)).toRawBytes(false)
      return checksummed(bytesToHex(keccak_256(point.subarray(1)).subarray(12)))
    } catch {
      return undefined
    }
  },
}

/** EIP-55: a letter is a capital where the hash of the address has eight or more. */
function checksummed(lower: string): Address {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const letters = [...lower].map((letter, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}

type Field = { name: string; type: string }
type Values = Readonly<Record<string, string | number | bigint | undefined>>

/** EIP-712, "Definition of hashStruct", for structs of atomic fields. */
function digestOf({ domain, primaryType, fields, message }: TypedData): Uint8Array {
  const domainFields: Field[] = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    ...(domain.verifyingContract === undefined ? [] : [{ name: 'verifyingContract', type: 'address' }]),
  ]
  const head = hashStruct('EIP712Domain', domainFields, domain)
  return keccak_256(concatBytes(hexToBytes('1901'), head, hashStruct(primaryType, fields, message)))
}

function hashStruct(name: string, fields: readonly Field[], values: Values): Uint8Array {
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
  const encoded = fields.map((field) => encode(field.type, values[field.name] ?? ''))
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(type)), ...encoded))
}

function encode(type: string, value: string | number | bigint): Uint8Array {
  if (type === 'string') return keccak_256(utf8ToBytes(String(value)))
  const hex = type.startsWith('uint') ? BigInt(value).toString(16) : (value as Hex).slice(2)
  return hexToBytes(hex.padStart(64, '0'))
}
