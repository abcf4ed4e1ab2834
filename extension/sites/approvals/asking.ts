import { profiles } from '../../gateway/profiles.ts'
import type { ProviderFailure } from '../../provider/protocol.ts'
import { codes } from '../../provider/protocol.ts'
import { addGrant, permissionsOf } from '../grants.ts'
import { isEnabled } from '../sites.ts'
import { stillWaits, tell, tellSite } from '../tell.ts'
import { inTurn } from '../turn.ts'
import {
  type Approval,
  type Asked,
  enqueue,
  isAnswer,
  isWaiting,
  refuse,
  settle,
  type Waiter,
  withdraw,
} from './approval.ts'
import { approvals } from './store.ts'
import { closeIdleWindow, isOwnWindow, noteWindow, showWindow } from './window.ts'

/** A question that is bound to no gateway yet. */
type Unbound = Omit<Asked, 'profileId'>

/** Puts a question before the person. Answers a refusal that needs no person, or undefined while it waits. */
export async function askPerson(asked: Unbound, waiter: Waiter): Promise<ProviderFailure | undefined> {
  const id = crypto.randomUUID()
  const refused = await inTurn(() => addQuestion(asked, waiter, id))
  if (refused !== undefined) return refused
  // Heard late, as by a worker that had to start first.
  if ((await stillWaits(waiter)) === false) await withdrawn(({ key }) => key === waiter.key, id)
  else await showWindow().catch(() => endUnshown(waiter))
  return undefined
}

async function addQuestion(asked: Unbound, waiter: Waiter, id: string): Promise<ProviderFailure | undefined> {
  if (!(await isEnabled(asked.origin))) return { code: codes.away, message: 'Disabled on this site.' }
  let refused: ProviderFailure | undefined
  // Within the turn: a choice of another gateway that is not seen here ends the question in a later one.
  const { active: profileId } = await profiles.get()
  await approvals.update((before) => {
    const after = enqueue(before, { ...asked, profileId }, waiter, Date.now(), id)
    refused = after.refused
    return after.queue
  })
  return refused
}

/** The browser makes no window now: what cannot be shown is not asked. */
function endUnshown({ key }: Waiter): Promise<void> {
  return inTurn(() => endWaiting(({ waiters }) => waiters.some((each) => each.key === key), 'No window can be shown.'))
}

/**
 * The window tells that it is there, which its maker may not have lived to write down. Questions whose pages went
 * without a word, as they do when they crash, are dropped.
 */
export async function checkWaiting(windowId: number | null): Promise<void> {
  if (windowId !== null) await noteWindow(windowId)
  const waiters = (await approvals.get()).list.filter(isWaiting).flatMap((each) => each.waiters)
  const gone = new Set<string>()
  const check = async (each: Waiter) => (await stillWaits(each)) === false && gone.add(each.key)
  await Promise.all(waiters.map(check))
  await withdrawn(({ key }) => gone.has(key))
  await closeIdleWindow()
}

/**
 * In a turn: gives the decided grants, tells every page, then forgets the question. A page takes each answer once, however
 * often it is told.
 */
export async function deliver(): Promise<void> {
  const told = new Set<string>()
  for (const { id, outcome, waiters } of (await approvals.get()).list) {
    if (!isAnswer(outcome)) continue
    const grant = 'grant' in outcome ? outcome.grant : undefined
    if (grant !== undefined) await addGrant(grant)
    const answer = 'failure' in outcome ? { failure: outcome.failure } : { value: outcome.value }
    for (const { tabId, key } of waiters) void tell(tabId, { to: 'bridge', key, ...answer })
    if (grant !== undefined) await tellGranted(grant.origin)
    told.add(id)
  }
  if (told.size > 0)
    await approvals.update((queue) => ({ ...queue, list: queue.list.filter(({ id }) => !told.has(id)) }))
  await closeIdleWindow()
}

/** What a site was granted is another thing from now on. */
export async function tellGranted(origin: string): Promise<void> {
  await tellSite(origin, 'permissionsChanged', await permissionsOf(origin))
}

/** The person said no to one question. */
export function refuseOne(id: string): Promise<void> {
  return inTurn(async () => {
    await approvals.update((queue) => refuse(queue, (each) => each.id === id, Date.now()))
    await deliver()
  })
}

/** Closing the window is a no to everything in it. */
export async function windowClosed(windowId: number): Promise<void> {
  if (!(await isOwnWindow(windowId))) return
  await inTurn(async () => {
    await approvals.update((queue) =>
      queue.windowId === windowId ? { ...refuse(queue, () => true, Date.now()), windowId: null } : queue,
    )
    await deliver()
  })
}

/**
 * In a turn. Ends waiting questions for a reason that is not the person's no: the lock, another gateway, a site that was
 * disabled.
 */
export async function endWaiting(which: (approval: Approval) => boolean, message: string): Promise<void> {
  if (!(await approvals.get()).list.some((each) => isWaiting(each) && which(each))) return
  const failure = { code: codes.away, message }
  await approvals.update((queue) => settle(queue, (each) => (which(each) ? { failure } : undefined)))
  await deliver()
}

/** Pages that went away. It counts, unless the person saw nothing of what they asked for. */
export async function withdrawn(gone: (waiter: Waiter) => boolean, unseen?: string): Promise<void> {
  const before = await approvals.get()
  if (!before.list.some(({ waiters }) => waiters.some(gone))) return
  await approvals.update((queue) => withdraw(queue, gone, Date.now(), unseen))
  await closeIdleWindow()
}
