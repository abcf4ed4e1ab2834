import { expect, test } from 'vitest'
import { calm } from '../../testing/calm.ts'
import { approvals } from '../approvals/store.ts'
import { grants } from '../grants.ts'
import { allow, asking, beginAnew, eventNames, SHOP, waiting, world } from '../testing/site-story.ts'

beginAnew()

test.each<[string, () => Promise<unknown>, string[]]>([
  [
    'its card was taken back',
    async () => world.ask('grant.revoke', { id: (await grants.get())[0]?.id }),
    ['addressCardRevoked', 'permissionsChanged'],
  ],
  [
    'its site was disabled',
    () => world.ask('site.disable', { origin: SHOP }),
    ['addressCardRevoked', 'permissionsChanged', 'disconnect'],
  ],
])('a page of which %s while it was in the cache hears it when it comes back', async (_, meanwhile, names) => {
  await asking()
  await allow()
  const page = world.open(SHOP)
  await calm()
  page.leave()
  await calm()
  expect(await meanwhile()).toMatchObject({ ok: true })
  page.events.length = 0
  page.comeBack()
  await calm()
  expect(eventNames(page)).toEqual(names)
})

test('a page that has left before its question was heard has no window, and was not refused', async () => {
  const { page } = await asking()
  page.leave()
  await calm()
  await approvals.update((queue) => ({ ...queue, refusals: {} }))
  for (let times = 0; times < 4; times++) {
    const next = world.open(SHOP)
    await calm()
    void next.ask('sotto_requestAddressCard')
    next.leave(true)
    await calm()
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  }
  expect((await approvals.get()).refusals).toEqual({})
})
