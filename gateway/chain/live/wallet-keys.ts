import { checksumAddress, hashTypedData, isAddress, recoverAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { PrivateKey, Signer } from '../port.ts'
import type { TypedData, WalletKeys } from '../wallet-keys.ts'

/** A new secp256k1 key and its address. */
export function createSigner(): Signer {
  return signerFromKey(generatePrivateKey())
}

/** `key` is 64 hexadecimal digits, with or without 0x. */
export function signerFromKey(key: string): Signer {
  const hex = (key.startsWith('0x') ? key : `0x${key}`) as PrivateKey
  return { key: hex, address: privateKeyToAddress(hex) }
}

/** Order of the group of secp256k1 (SEC 2, 2.4.1): a key is at least 1 and below it. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export const walletKeys: WalletKeys = {
  create: createSigner,
  // FIPS 186-5, A.2.1.
  derive: (bytes) =>
    signerFromKey(
      ((BigInt(`0x${Buffer.from(bytes).toString('hex')}`) % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'),
    ),
  checksum(address) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
    const lower = address.toLowerCase() as `0x${string}`
    return address === lower || isAddress(address, { strict: true }) ? checksumAddress(lower) : undefined
  },
  signTyped: (signer, data) => privateKeyToAccount(signer.key).sign({ hash: digestOf(data) }),
  recover: (data, signature) => recoverAddress({ hash: digestOf(data), signature }).catch(() => undefined),
}

/** What is signed: EIP-712, "Specification of the eth_signTypedData JSON RPC". */
function digestOf({ domain, primaryType, fields, message }: TypedData) {
  return hashTypedData({ domain, primaryType, types: { [primaryType]: fields }, message })
}
