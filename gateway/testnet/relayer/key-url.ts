import { randomUUID } from 'node:crypto'

type Urls = { publicKey: string; crs: string }

/** Where the keys lie, in the words of version 1 and version 2 of the protocol. */
export function keyUrl(version: 'v1' | 'v2', { publicKey, crs }: Urls): unknown {
  if (version === 'v1') {
    const key = { data_id: 'sotto-testnet-public-key', urls: [publicKey] }
    const parameters = { data_id: 'sotto-testnet-crs', urls: [crs] }
    return { response: { fhe_key_info: [{ fhe_public_key: key }], crs: { 2048: parameters } } }
  }
  const key = { dataId: 'sotto-testnet-public-key', urls: [publicKey] }
  const parameters = { dataId: 'sotto-testnet-crs', urls: [crs] }
  const response = { fheKeyInfo: [{ fhePublicKey: key }], crs: { 2048: parameters } }
  return { status: 'succeeded', requestId: randomUUID(), response }
}
