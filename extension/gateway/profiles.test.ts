import { beforeEach, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { apiKey, newProfile, unlock } from '../testing/open-wallet.ts'
import { lock } from '../vault/vault.ts'
import {
  addProfile,
  type NewProfile,
  openProfile,
  profile,
  profiles,
  removeProfile,
  renameProfile,
  replaceKey,
  selectProfile,
  setProfileState,
} from './profiles.ts'

const T = Date.UTC(2027, 0, 31, 12)
const made = (part: Partial<NewProfile> = {}) =>
  newProfile({ origin: 'https://a.example', name: 'A', apiKey: 'sotto_sk_aaaa', ...part })

beforeEach(async () => {
  fakeBrowser.reset()
  await unlock(T)
})

test('a key is kept sealed and given out while unlocked', async () => {
  const { id } = await addProfile(made(), T)
  expect(await openProfile(id, T)).toMatchObject({ apiKey: 'sotto_sk_aaaa', profile: { origin: 'https://a.example' } })
  expect(JSON.stringify(await fakeBrowser.storage.local.get())).not.toContain('sotto_sk_aaaa')
  await lock()
  await expect(openProfile(id, T)).rejects.toMatchObject({ code: 'locked' })
  expect((await profile(id)).name).toBe('A')
})

test('it opens for its own profile and origin alone: anyone who edits the disk cannot send it elsewhere', async () => {
  const a = await addProfile(made(), T)
  const b = await addProfile(made({ origin: 'https://b.example', apiKey: 'sotto_sk_bbbb' }), T)
  const edit = (change: object) =>
    profiles.update(({ active, list }) => ({
      active,
      list: list.map((it) => (it.id === a.id ? { ...it, ...change } : it)),
    }))

  await edit({ origin: 'https://evil.example' })
  await expect(openProfile(a.id, T)).rejects.toThrow()
  await edit({ origin: 'https://a.example', sealedKey: b.sealedKey })
  await expect(openProfile(a.id, T)).rejects.toThrow()
  await edit({ sealedKey: a.sealedKey })
  expect((await openProfile(a.id, T)).apiKey).toBe('sotto_sk_aaaa')
})

test('a new one is active and has a colour that its neighbours have not', async () => {
  const added = [await addProfile(made(), T), await addProfile(made(), T), await addProfile(made(), T)]
  expect(added.map(({ colour }) => colour)).toEqual([0, 1, 2])
  expect((await profiles.get()).active).toBe(added[2]?.id)
})

test('added at once, none is lost', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => addProfile(made({ name }), T)))
  expect((await profiles.get()).list.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('it is renamed, selected, marked and removed; another becomes active', async () => {
  const [a, b] = [await addProfile(made(), T), await addProfile(made(), T)]
  await renameProfile(a.id, 'Shop')
  await selectProfile(a.id)
  await setProfileState(a.id, 'rejected')
  expect(await profile(a.id)).toMatchObject({ name: 'Shop', state: 'rejected' })
  await removeProfile(a.id)
  expect(await profiles.get()).toMatchObject({ active: b.id, list: [{ id: b.id }] })
  await removeProfile(b.id)
  expect(await profiles.get()).toEqual({ active: null, list: [] })
  for (const work of [() => profile(a.id), () => selectProfile(a.id), () => openProfile(a.id, T)])
    await expect(work()).rejects.toMatchObject({ code: 'unknown_profile' })
})

test('a new key takes the place of the old one, and the gateway counts as connected again', async () => {
  const { id } = await addProfile(made(), T)
  await setProfileState(id, 'rejected')
  await replaceKey(id, { email: 'a@example.org', key: { ...apiKey, id: 'k2' }, apiKey: 'sotto_sk_new' }, T)
  expect(await openProfile(id, T)).toMatchObject({ apiKey: 'sotto_sk_new', profile: { state: 'connected', name: 'A' } })
})
