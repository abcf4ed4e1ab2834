import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../sites/testing/fake-life.ts'
import { asking, beginAnew, prompt, waiting, world } from '../sites/testing/site-story.ts'
import { keepDraft } from '../store/drafts.ts'
import { changeView } from '../store/view.ts'
import { calm } from '../testing/calm.ts'
import { keptWaiting } from '../ui/approvals/kept-waiting.ts'
import { keptContacts } from '../ui/contacts/kept-contacts.ts'
import { vaultState } from '../vault/state.ts'
import { keyOf, openVault, PASSWORD, storedKdf } from '../vault/testing/vault-by-password.ts'

beginAnew()
beforeEach(openVault)

const { session } = fakeBrowser.storage
const left = async () => Object.keys(await session.get())

test('a lock that was cut off is ended by the next worker', async () => {
  await world.ask('vault.touch')
  await session.set({ view: { amount: '5' }, 'draft send': { amount: '5' } })
  const cut = vi.spyOn(session, 'remove').mockImplementation(() => new Promise(() => undefined))
  void world.ask('vault.lock').catch(() => undefined)
  await calm()
  world.kill()
  cut.mockRestore()
  expect(await left()).toContain('view')
  await world.worker()
  await calm()
  expect(await left()).toEqual([])
})

test.each([
  ['what is shown', () => changeView('p', { transactions: { list: [], total: 0, at: 0 } })],
  ['a draft', () => keepDraft('send p', { amount: '5' })],
  ['contacts', () => keptContacts('p').set({ list: [], at: 0 })],
  ['a count', () => keptWaiting('p').set(3)],
  ['anything else', () => session.set({ amount: '5' })],
])(
  '%s that a page writes after the lock goes; what web pages wait for stays, for later workers too',
  async (_, write) => {
    await world.ask('vault.lock')
    await asking()
    const { id } = await prompt()
    await write()
    await calm()
    expect(await left()).toEqual(['approvals'])
    world.kill()
    await world.worker()
    await calm()
    expect(await waiting()).toMatchObject([{ id }])
  },
)

test('an unlock that comes while the rest of a lock is cleared is not cleared with it', async () => {
  await world.ask('vault.lock')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const plain = session.get.bind(session)
  const listed = vi.spyOn(session, 'get').mockImplementation((async (...keys: []) => {
    if (keys.length === 0) await held
    return plain(...keys)
  }) as never)
  await session.set({ amount: '5' })
  await calm()
  expect(listed).toHaveBeenCalledWith()
  const { key } = await keyOf(PASSWORD, await storedKdf())
  const unlocking = world.ask('vault.unlock', { key })
  await calm()
  release()
  listed.mockRestore()
  expect(await unlocking).toMatchObject({ ok: true })
  await calm()
  expect(await vaultState()).toBe('unlocked')
})
