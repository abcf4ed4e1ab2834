import { browser } from '../browser.ts'
import { keyClient } from '../gateway/key-client.ts'
import { gatewayOrigin } from '../gateway/origin.ts'
import { dropPermission, hasPermission } from '../gateway/permission.ts'
import { addProfile, type Profile, profile, removeProfile, replaceKey } from '../gateway/profiles.ts'
import { forgetIntents } from '../intents/store.ts'
import { Problem } from '../problem.ts'
import { originsInUse } from '../sites/manage.ts'
import { setExplorer } from '../store/explorers.ts'
import { forgetProfile } from '../store/sealed/sealed-store.ts'
import { OUTLIVES_LOCK } from '../vault/lock-rules.ts'
import { dataKey } from '../vault/vault.ts'
import { forgetArrivals } from './arrivals/note.ts'

/** Whose key it is, as its own gateway says. Nothing is stored before the gateway has accepted it. */
async function identify(origin: string, apiKey: string) {
  const { user, credential } = await keyClient(origin, apiKey).getSession({})
  if (credential.type !== 'api_key') throw new Problem('not_allowed')
  const { type: _, ...key } = credential
  // It is answered who it is, and after that nothing: a payment could not even be looked up.
  if (!key.scopes.includes('read')) throw new Problem('key_cannot_read')
  return { userId: user.id, email: user.email, key }
}

/** Connects a gateway by a key of it. The origin must be one that a person could have typed, with its permission given. */
export async function connect(input: { origin: string; name: string; apiKey: string }): Promise<Profile> {
  await dataKey(Date.now())
  const checked = gatewayOrigin(input.origin)
  if (!('origin' in checked) || checked.origin !== input.origin) throw new Problem('not_allowed')
  if (!(await hasPermission(input.origin))) throw new Problem('permission_missing')
  const account = await identify(input.origin, input.apiKey)
  return addProfile({ ...input, ...account }, Date.now())
}

/** A new key for the same gateway; it has to belong to the same account, since history and payments are kept under it. */
export async function reconnect({ profileId, apiKey }: { profileId: string; apiKey: string }): Promise<void> {
  await dataKey(Date.now())
  const before = await profile(profileId)
  const account = await identify(before.origin, apiKey)
  // By its ID: an account of another installation may have the same e-mail, and this one may have changed it.
  if (account.userId !== before.userId) throw new Problem('other_account')
  await replaceKey(profileId, { ...account, apiKey }, Date.now())
}

/** Forgets a gateway: key, cache, saved files, and the host's permission if no other profile uses it. */
export async function disconnect(profileId: string): Promise<void> {
  await dataKey(Date.now())
  const { origin } = await profile(profileId)
  // The profile goes last: cut off in between, it is still there to be removed again.
  await forgetIntents(profileId)
  await forgetProfile(profileId).catch(() => undefined)
  await setExplorer(profileId, null)
  await forgetArrivals((id) => id !== profileId)
  await removeProfile(profileId)
  await forgetInMemory(profileId)
  await dropPermission(origin, await originsInUse()).catch(() => undefined)
}

/** What is kept of it in memory: what is shown, how far its stream was read, its contacts, half-filled forms. */
async function forgetInMemory(profileId: string): Promise<void> {
  const kept = Object.entries(await browser.storage.session.get())
  // Questions of pages stay: those pages wait for an answer.
  const ofIt = kept.filter(
    ([key, value]) => key !== OUTLIVES_LOCK && `${key} ${JSON.stringify(value)}`.includes(profileId),
  )
  await browser.storage.session.remove(ofIt.map(([key]) => key))
}
