import { type Hex, hexToBytes } from 'viem'
import type * as z from 'zod/mini'
import { fastInputHandle, inputHandles, inputProof, proofMetadata, signInput } from '../coprocessor/inputs.ts'
import type { fastInputRequest, inputProofRequest } from './requests.ts'
import { invalid } from './requests.ts'
import type { Services } from './services.ts'

export type InputProofResult =
  | { accepted: true; handles: Hex[]; signatures: Hex[]; extraData: Hex }
  | { accepted: false; extraData: Hex }

/** Verifies a genuine TFHE proof. What it proves is on disk before the coprocessor's signature leaves. */
export async function proveInput(
  services: Services,
  request: z.infer<typeof inputProofRequest>,
): Promise<InputProofResult> {
  const { contractAddress, userAddress, extraData } = request
  const ciphertext = hexToBytes(request.ciphertextWithInputVerification)
  const verdict = await services.tfhe.verify(ciphertext, proofMetadata(contractAddress, userAddress))
  if (verdict.is === 'rejected') {
    services.log(`input proof rejected: ${verdict.reason}`)
    return { accepted: false, extraData: '0x00' }
  }
  const types = verdict.values.map(({ type }) => type)
  const handles = inputHandles(ciphertext, types)
  services.cleartexts.put(verdict.values.map(({ value }, index) => ({ handle: handles[index] ?? '0x', value })))
  const signature = await signInput(services.coprocessorKey, handles, contractAddress, userAddress, extraData)
  return { accepted: true, handles, signatures: [signature], extraData: '0x00' }
}

const MAX_UINT64 = 2n ** 64n - 1n

/** A euint64 without a proof, genuinely signed: milliseconds where the proof takes ten seconds. */
export async function fastInput(
  services: Services,
  { contract, user, value, salt }: z.infer<typeof fastInputRequest>,
): Promise<{ handle: Hex; inputProof: Hex }> {
  const units = BigInt(value)
  if (units > MAX_UINT64) throw invalid('value', 'is above the highest euint64')
  const handle = fastInputHandle({ contract, user, value: units }, salt)
  services.cleartexts.put([{ handle, value: units }])
  const signature = await signInput(services.coprocessorKey, [handle], contract, user, '0x00')
  return { handle, inputProof: inputProof([handle], [signature], '0x00') }
}
