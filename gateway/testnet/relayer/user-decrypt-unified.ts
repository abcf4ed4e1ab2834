import type * as z from 'zod/mini'
import { checkUnifiedPermit } from '../kms/unified-permit.ts'
import { RelayerRefusal } from './refusal.ts'
import { checkHandles, invalid, type unifiedDecryptRequest } from './requests.ts'
import { cleartextsOf, type Services } from './services.ts'
import { seal, type UserDecryptResult } from './user-decrypt.ts'

/** `POST /v3/user-decrypt`: permit, access list, cleartext, in this order. No delegation: every handle is the user's own. */
export async function userDecryptUnified(
  services: Services,
  { attestedPayload, signature }: z.infer<typeof unifiedDecryptRequest>,
): Promise<UserDecryptResult> {
  const { handles: entries, userAddress, allowedContracts, publicKey, requestValidity } = attestedPayload
  const handles = entries.map(({ ctHandle }) => ctHandle)
  checkHandles(handles, 'attestedPayload.handles')
  if (entries.some(({ ownerAddress }) => ownerAddress !== userAddress)) {
    throw invalid('attestedPayload.handles', 'has an owner who is not the user: delegation is not offered here')
  }
  const permit = { ...attestedPayload, ...requestValidity, signature }
  const problem = await checkUnifiedPermit(permit, services.now(), services.signatures)
  if (problem) throw invalid(problem.field, problem.issue)

  const accounts = [userAddress, ...allowedContracts]
  const allowed = await services.acl.allowed(
    handles.flatMap((handle) => accounts.map((account) => ({ handle, account }))),
  )
  for (let first = 0; first < allowed.length; first += accounts.length) {
    const [user, ...contracts] = allowed.slice(first, first + accounts.length)
    if (user !== true || (contracts.length > 0 && !contracts.includes(true))) {
      throw new RelayerRefusal('not_allowed_on_host_acl', 'user or contracts are not allowed to decrypt a handle')
    }
  }
  await services.follower.sync()
  return seal(services, publicKey, userAddress, cleartextsOf(services, handles))
}
