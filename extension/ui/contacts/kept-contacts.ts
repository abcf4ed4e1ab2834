import * as z from 'zod/mini'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import type { Contact } from '#shared/model/contact.ts'
import { read } from '../../background/ask.ts'
import { profileIds } from '../../gateway/profiles.ts'
import { type Item, item } from '../../store/item.ts'
import { collected, type SeenContact, SeenContact as Shape, seenOf } from './contact.ts'

const Kept = z.strictObject({ list: z.array(Shape), at: z.number() })
export type Kept = z.infer<typeof Kept>

const places = new Map<string, Item<Kept | null>>()

/** The contacts of a gateway as they were last read. In memory only: they go when the wallet locks. */
export function keptContacts(profileId: string): Item<Kept | null> {
  const known = places.get(profileId) ?? item<Kept | null>('session', `contacts ${profileId}`, z.nullable(Kept), null)
  places.set(profileId, known)
  return known
}

/** Every contact with its card. */
export function readContacts(profileId: string): Promise<Contact[]> {
  return collected((after) =>
    read(profileId, 'listContacts', { pageSize: PAGE_SIZE_MAX, ...(after === undefined ? {} : { after }) }),
  )
}

/** Reads them anew, and keeps them for every page. */
export async function refreshContacts(profileId: string): Promise<SeenContact[]> {
  const list = (await readContacts(profileId)).map(seenOf)
  await keep(profileId, list)
  return list
}

async function keep(profileId: string, list: SeenContact[]): Promise<void> {
  const place = keptContacts(profileId)
  await place.set({ list, at: Date.now() })
  // The gateway was removed while this was on its way: nothing of it must stay.
  if (!(await profileIds()).has(profileId)) await place.remove()
}

/** Contacts seldom change, and most changes are made here. */
const FRESH_MS = 10 * 60_000
/** After a refusal the next page that wants them asks again; an older gateway has none to tell. */
const AGAIN_MS = 30_000
const asking = new Map<string, Promise<unknown>>()
const refusedAt = new Map<string, number>()

/** Reads them where that was long ago. Without them an address stands for itself: what refuses is told where they are listed. */
export async function freshenContacts(profileId: string): Promise<void> {
  const kept = await keptContacts(profileId).get()
  const since = (at: number | undefined) => Date.now() - (at ?? 0)
  if (since(kept?.at) < FRESH_MS || since(refusedAt.get(profileId)) < AGAIN_MS) return
  const refused = () => void refusedAt.set(profileId, Date.now())
  const asked = asking.get(profileId) ?? refreshContacts(profileId).catch(refused)
  asking.set(profileId, asked)
  await asked
  asking.delete(profileId)
}
