import type { Address, Hex } from 'viem'
import { SECRET_HEADER } from './http/same-secret.ts'
import { assertLoopback } from './loopback.ts'
import type { TestnetInfo } from './types.ts'

/**
 * An encrypted euint64 for a contract and a user, without a TFHE proof. Only the test-net's own relayer gives it, for the
 * installation's secret; its signature is worth nothing to any other chain's InputVerifier. Throws what the relayer says.
 */
export async function fastInput(
  info: Pick<TestnetInfo, 'relayerUrl' | 'secret'>,
  { contract, user, value }: { contract: Address; user: Address; value: bigint },
): Promise<{ handle: Hex; inputProof: Hex }> {
  assertLoopback(info.relayerUrl)
  const response = await fetch(new URL('/sotto/fast-input', info.relayerUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SECRET_HEADER]: info.secret },
    body: JSON.stringify({ contract, user, value: value.toString() }),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`fast input refused (${response.status}): ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as { handle: Hex; inputProof: Hex }
}
