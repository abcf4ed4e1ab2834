import type * as z from 'zod/mini'
import { checkPermit } from '../kms/permit.ts'
import { signcrypt } from '../kms/signcrypt.ts'
import { RelayerRefusal } from './refusal.ts'
import { checkHandles, invalid, type userDecryptRequest } from './requests.ts'
import { cleartextsOf, type Services } from './services.ts'

export type UserDecryptResult = { payload: string; signature: string; extraData: string }[]

/** Permit, contracts, access list, cleartext: in this order, so that no answer tells more than the asker may know. */
export async function userDecrypt(
  services: Services,
  request: z.infer<typeof userDecryptRequest>,
): Promise<UserDecryptResult> {
  const { handleContractPairs: pairs, userAddress, publicKey, contractAddresses, requestValidity } = request
  const handles = pairs.map(({ handle }) => handle)
  checkHandles(handles, 'handleContractPairs')
  const problem = await checkPermit({ ...request, ...requestValidity }, services.now())
  if (problem) throw invalid(problem.field, problem.issue)
  for (const { contractAddress } of pairs) {
    if (!contractAddresses.includes(contractAddress))
      throw invalid('handleContractPairs', 'has a contract that was not signed')
  }
  const questions = pairs.flatMap(({ handle, contractAddress }) => [
    { handle, account: userAddress },
    { handle, account: contractAddress },
  ])
  if (!(await services.acl.allAllowed(questions))) {
    throw new RelayerRefusal('not_allowed_on_host_acl', 'user or contract is not allowed to decrypt a handle')
  }
  await services.follower.sync()
  return seal(services, publicKey, userAddress, cleartextsOf(services, handles))
}

/** The share of the one party that there is. */
export async function seal(
  { kmsKey }: Services,
  ...[key, user, secrets]: TailOf<Parameters<typeof signcrypt>>
): Promise<UserDecryptResult> {
  try {
    const { payload, signature } = await signcrypt(kmsKey, key, user, secrets)
    return [{ payload: payload.slice(2), signature: signature.slice(2), extraData: '0x00' }]
  } catch (error) {
    throw invalid('publicKey', `is not an ML-KEM key (${String(error).slice(0, 80)})`)
  }
}

type TailOf<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never
