import type { ZamaConfig, ZamaLimits, ZamaThread } from './messages.ts'
import { sepolia } from './sepolia.ts'
import { PAUSES_MS } from './while-busy.ts'

export type Place = {
  rpcUrl: string
  /** One that ends in `/v3` has user decryptions asked for there, with permits in seconds, and the rest in version 2. */
  relayerUrl: string
  relayerApiKey?: string
  chainId?: number
}

/** A client that could not be made for so long waits for something that does not come; one this new has the keys of now. */
const LIMITS: ZamaLimits = { makeMs: 60_000, renewMs: 10_000, pausesMs: PAUSES_MS }

/** What a thread of Zama's client is told at its start. */
export function threadOf(place: Place, limits: Partial<ZamaLimits> = {}): ZamaThread {
  const { rpcUrl, relayerApiKey, chainId = sepolia.chainId } = place
  const url = place.relayerUrl.replace(/\/+$/, '')
  const unified = url.endsWith('/v3') ? { unifiedUrl: url } : {}
  const auth = relayerApiKey === undefined ? {} : { auth: { __type: 'ApiKeyHeader' as const, value: relayerApiKey } }
  const relayerUrl = url.replace(/\/v3$/, '/v2')
  const config = { ...sepolia, chainId, relayerUrl, network: rpcUrl, batchRpcCalls: false, ...auth, ...unified }
  return { config: config as ZamaConfig, limits: { ...LIMITS, ...limits } }
}
