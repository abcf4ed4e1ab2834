import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { calm } from '../../testing/calm.ts'
import { connectGateway, unlock } from '../../testing/open-wallet.ts'
import { grants } from '../grants.ts'
import { sites } from '../sites.ts'
import { fakeBrowser } from '../testing/fake-life.ts'
import {
  allow,
  ask,
  asking,
  beginAnew,
  CARD,
  eventNames,
  OTHER,
  prompt,
  refuse,
  waiting,
  world,
} from '../testing/site-story.ts'

beginAnew()

describe('a wallet that is locked', () => {
  test('is asked all the same, and allows once it is unlocked', async () => {
    await world.ask('vault.lock')
    await calm()
    const { page, answer } = await asking()
    expect(world.windows.size).toBe(1)
    expect(await allow()).toMatchObject({ ok: false, failure: { code: 'locked' } })
    await unlock()
    expect(await allow()).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ value: CARD })
    expect(page.answers.size).toBe(1)
  })

  test('can refuse', async () => {
    await world.ask('vault.lock')
    await calm()
    const { answer } = await asking()
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
  })

  test('gives no card, and one that was granted without asking again once it is unlocked', async () => {
    const { page } = await asking()
    await allow()
    await world.ask('vault.lock')
    await calm()
    expect((await (await ask(page, null, 'sotto_getAddressCard')).answer).failure?.code).toBe(codes.away)
    const { answer } = await ask(page)
    expect([(await waiting()).length, world.windows.size]).toEqual([1, 1])
    await unlock()
    const { answerGranted } = await import('../approvals/decide.ts')
    await answerGranted()
    await calm()
    expect(await answer).toMatchObject({ value: CARD })
    expect([(await grants.get()).length, await waiting(), world.windows.size]).toEqual([1, [], 0])
  })
})

test('without a gateway the question waits until there is one', async () => {
  await fakeBrowser.storage.local.remove('profiles')
  const { answer } = await asking()
  expect((await prompt()).profileId).toBeNull()
  await connectGateway()
  await calm()
  expect(await waiting()).toHaveLength(1)
  await allow()
  expect(await answer).toMatchObject({ value: CARD })
})

test('a gateway that is forgotten takes its grants along', async () => {
  const { page } = await asking()
  await allow()
  await fakeBrowser.storage.local.set({ profiles: { active: null, list: [] } })
  await calm()
  expect(await grants.get()).toEqual([])
  expect(eventNames(page).slice(-2)).toEqual(['addressCardRevoked', 'permissionsChanged'])
})

test('a wallet that is erased leaves no site enabled, and nobody waiting', async () => {
  const { page } = await asking()
  await allow()
  const { answer } = await asking(OTHER)
  const { forgetSites } = await import('../manage.ts')
  await forgetSites()
  await calm()
  expect((await answer).failure?.code).toBe(codes.away)
  expect(eventNames(page).at(-1)).toBe('disconnect')
  expect([await sites.get(), await grants.get(), world.scripts.size, world.windows.size]).toEqual([[], [], 0, 0])
})
