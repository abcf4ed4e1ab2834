import * as z from 'zod/mini'
import { growing } from '#shared/model/growing.ts'
import { Scope } from '#shared/model/user.ts'
import { Problem } from '../problem.ts'
import { item } from '../store/item.ts'
import { Box, open, seal } from '../vault/seal.ts'
import { dataKey } from '../vault/vault.ts'

/** What a profile is told apart by; the stylesheet gives each a colour. */
export const PROFILE_COLOURS = 6

/** One gateway, and the key that is sent to it alone. */
export const Profile = z.strictObject({
  id: z.string(),
  origin: z.string(),
  /** What the person calls it. */
  name: z.string(),
  colour: z.number(),
  /** The account, as the gateway names it. */
  userId: z.string(),
  email: z.string(),
  key: z.strictObject({
    id: z.string(),
    label: z.string(),
    prefix: z.string(),
    scopes: z.array(growing(Scope)),
    walletIds: z.nullable(z.array(z.string())),
    expiresAt: z.nullable(z.string()),
  }),
  sealedKey: Box,
  /** `rejected` once the gateway said that it does not know the key any more. */
  state: z.enum(['connected', 'rejected']),
  createdAt: z.number(),
})
export type Profile = z.infer<typeof Profile>

export const ProfileList = z.strictObject({ active: z.nullable(z.string()), list: z.array(Profile) })
export type ProfileList = z.infer<typeof ProfileList>

/** The keys in it are sealed; the rest can be read while locked. */
export const profiles = item<ProfileList>('local', 'profiles', ProfileList, { active: null, list: [] })

const damaged = z.literal('damaged')
const marked = item<ProfileList | 'damaged'>(
  'local',
  'profiles',
  z.union([ProfileList, damaged]),
  { active: null, list: [] },
  'damaged',
)

/** The gateways that there are. `storage_damaged` where that cannot be known. */
export async function profileIds(): Promise<ReadonlySet<string>> {
  const known = await marked.get()
  if (known === 'damaged') throw new Problem('storage_damaged')
  return new Set(known.list.map(({ id }) => id))
}

/** A sealed key opens only for the profile and the origin that it was given for. */
const bound = (id: string, origin: string) => `sotto key|1|${id}|${origin}`

export type NewProfile = Pick<Profile, 'origin' | 'name' | 'userId' | 'email' | 'key'> & { apiKey: string }

export async function addProfile({ apiKey, ...made }: NewProfile, now: number): Promise<Profile> {
  const id = crypto.randomUUID()
  const sealedKey = await seal(await dataKey(now), bound(id, made.origin), apiKey)
  const { list } = await profiles.update((before) => {
    const colour = before.list.length % PROFILE_COLOURS
    const profile: Profile = { ...made, id, colour, sealedKey, state: 'connected', createdAt: now }
    return { active: id, list: [...before.list, profile] }
  })
  return found(list, id)
}

/** A new key for a gateway that was connected before; name, cache and history stay. */
export async function replaceKey(
  id: string,
  made: Pick<NewProfile, 'email' | 'key' | 'apiKey'>,
  now: number,
): Promise<void> {
  const { origin } = await profile(id)
  const sealedKey = await seal(await dataKey(now), bound(id, origin), made.apiKey)
  const { email, key } = made
  await change(id, (before) => ({ ...before, email, key, sealedKey, state: 'connected' }))
}

export async function profile(id: string): Promise<Profile> {
  return found((await profiles.get()).list, id)
}

/** The profile with its key in the clear. `locked` while the wallet is; `no_key` until a restored gateway is connected again. */
export async function openProfile(id: string, now: number): Promise<{ profile: Profile; apiKey: string }> {
  const key = await dataKey(now)
  const it = await profile(id)
  // From a backup: those hold no key.
  if (it.sealedKey.ct === '') throw new Problem('no_key')
  return { profile: it, apiKey: await open(key, bound(id, it.origin), it.sealedKey) }
}

export async function setProfileState(id: string, state: Profile['state']): Promise<void> {
  if ((await profile(id)).state !== state) await change(id, (before) => ({ ...before, state }))
}

export async function renameProfile(id: string, name: string): Promise<void> {
  await change(id, (before) => ({ ...before, name }))
}

export async function selectProfile(id: string): Promise<void> {
  await profiles.update((before) => ({ ...before, active: found(before.list, id).id }))
}

export async function removeProfile(id: string): Promise<void> {
  await profiles.update(({ active, list }) => {
    const rest = list.filter((each) => each.id !== id)
    return { active: active === id ? (rest[0]?.id ?? null) : active, list: rest }
  })
}

async function change(id: string, how: (before: Profile) => Profile): Promise<void> {
  await profiles.update((before) => ({
    ...before,
    list: before.list.map((each) => (each.id === id ? how(each) : each)),
  }))
}

function found(list: Profile[], id: string): Profile {
  const it = list.find((each) => each.id === id)
  if (it === undefined) throw new Problem('unknown_profile')
  return it
}
