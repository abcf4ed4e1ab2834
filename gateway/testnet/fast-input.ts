import { randomBytes } from 'node:crypto'
import { bytesToHex, type Hex } from 'viem'
import { type FastInputRequest, fastInputHandle } from './coprocessor/inputs.ts'
import { SECRET_HEADER } from './http/same-secret.ts'
import { assertLoopback } from './loopback.ts'
import type { TestnetInfo } from './types.ts'

/**
 * An encrypted euint64 for a contract and a user, without a TFHE proof. Only the test-net's own relayer gives it, for the
 * installation's secret; its signature is worth nothing to any other chain's InputVerifier. Throws what the relayer says, and
 * where it attests another input than it was asked for: amounts are derived from what the input was made to be.
 */
export async function fastInput(
  info: Pick<TestnetInfo, 'relayerUrl' | 'secret'>,
  asked: FastInputRequest,
): Promise<{ handle: Hex; inputProof: Hex }> {
  assertLoopback(info.relayerUrl)
  const salt = bytesToHex(randomBytes(32))
  const { contract, user, value } = asked
  const response = await fetch(new URL('/sotto/fast-input', info.relayerUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SECRET_HEADER]: info.secret },
    body: JSON.stringify({ contract, user, value: value.toString(), salt }),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`fast input refused (${response.status}): ${(await response.text()).slice(0, 300)}`)
  const input = (await response.json()) as { handle: Hex; inputProof: Hex }
  if (input.handle !== fastInputHandle(asked, salt))
    throw new Error('the relayer attests another input than was asked for')
  return input
}
