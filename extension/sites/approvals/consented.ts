import { profiles } from '../../gateway/profiles.ts'
import { Problem } from '../../problem.ts'
import { dataKey } from '../../vault/vault.ts'
import { isEnabled } from '../sites.ts'
import { stillWaits } from '../tell.ts'
import { type Approval, isWaiting } from './approval.ts'
import { approvals } from './store.ts'

/**
 * The question that was consented to, if everything still is as the prompt showed it: it waits, its site is enabled, the
 * wallet is unlocked, and the gateway is the one of the prompt.
 */
export async function consented({ id, profileId }: { id: string; profileId: string }): Promise<Approval> {
  await dataKey(Date.now())
  const asked = (await approvals.get()).list.find((each) => each.id === id && isWaiting(each))
  if (asked === undefined) throw new Problem('unknown_approval')
  const { active } = await profiles.get()
  const same = active === profileId && (asked.profileId === null || asked.profileId === profileId)
  if (!same || !(await isEnabled(asked.origin))) throw new Problem('not_allowed')
  return asked
}

/**
 * A page that cannot be reached does not wait any more. One that waits for a payment learns that it is about to be made, and
 * has to say that it waits: another one may be in its tab by now.
 */
export async function isThere({ waiters, request }: Approval): Promise<boolean> {
  const pays = request !== undefined
  const there = await Promise.all(waiters.map((each) => stillWaits(each, pays)))
  return there.some((each) => each ?? !pays)
}
