import type { ZamaConfig } from './messages.ts'

/** Asks with the key that Zama's client sends as well. Rejects where no answer comes within so many milliseconds. */
export async function relayerAnswers({ relayerUrl, auth }: ZamaConfig, withinMs: number): Promise<boolean> {
  const headers: Record<string, string> = auth?.__type === 'ApiKeyHeader' ? { 'x-api-key': auth.value } : {}
  const response = await fetch(`${relayerUrl}/keyurl`, { headers, signal: AbortSignal.timeout(withinMs) })
  await response.body?.cancel()
  return response.ok
}
