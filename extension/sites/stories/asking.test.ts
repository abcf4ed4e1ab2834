import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { calm } from '../../testing/calm.ts'
import { grants } from '../grants.ts'
import {
  active,
  allow,
  ask,
  asking,
  beginAnew,
  CARD,
  eventNames,
  OTHER,
  prompt,
  refuse,
  SHOP,
  waiting,
  world,
} from '../testing/site-story.ts'

beginAnew()

describe('a page that asks', () => {
  test('gets the card of the wallet that the person picks, once allowed, and again without asking', async () => {
    const { page, answer } = await asking()
    expect(world.windows.size).toBe(1)
    expect(await prompt()).toMatchObject({ origin: SHOP, purpose: 'Refunds', profileId: await active() })
    expect(await allow({ walletId: 'w2', days: 30 })).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ value: { ...CARD, nota: 'card of w2' } })
    expect(world.windows.size).toBe(0)
    expect(eventNames(page)).toEqual(['connect', 'permissionsChanged'])

    const again = await (await ask(page, [{ purpose: 'Another' }])).answer
    expect(again).toMatchObject({ value: { nota: 'card of w2' } })
    const [grant] = await grants.get()
    expect(grant).toMatchObject({ origin: SHOP, walletId: 'w2' })
    expect((grant?.expiresAt ?? 0) - (grant?.grantedAt ?? 0)).toBe(30 * 86_400_000)
    expect(await (await ask(page, null, 'sotto_getPermissions')).answer).toMatchObject({
      value: [{ id: grant?.id, parentCapability: 'sotto_addressCard', invoker: SHOP }],
    })
    expect([world.windows.size, await waiting()]).toEqual([0, []])
  })

  test('gets 4001 where the person refuses, or closes the window', async () => {
    const { page, answer } = await asking()
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
    const { answer: second } = await ask(page)
    await world.close([...world.windows.keys()][0] ?? 0)
    await calm()
    expect((await second).failure?.code).toBe(codes.refused)
    expect([await grants.get(), await waiting()]).toEqual([[], []])
  })

  test('is not heard for a minute after three refusals, whatever window they were in', async () => {
    const { page } = await asking()
    await refuse()
    for (let times = 0; times < 2; times++) {
      await ask(page)
      await refuse()
    }
    expect((await (await ask(page)).answer).failure).toMatchObject({ code: codes.tooMany, data: { retryAfter: 60 } })
    expect(world.windows.size).toBe(0)
  })

  test('shares its question with another page that asks the same, and both get the answer', async () => {
    const { answer } = await asking()
    const second = world.open(SHOP)
    await calm()
    const { answer: other } = await ask(second, [{ purpose: 'Refunds' }])
    expect(await waiting()).toHaveLength(1)
    await allow()
    expect([await answer, await other]).toMatchObject([{ value: CARD }, { value: CARD }])
  })

  test('gets everything that it waits for by one Allow', async () => {
    const { page, answer } = await asking()
    const { answer: other } = await ask(page, { purpose: 'Something else' })
    expect(await waiting()).toHaveLength(2)
    await allow()
    expect([await answer, await other]).toMatchObject([{ value: CARD }, { value: CARD }])
    expect(await waiting()).toEqual([])
  })

  test('fifty times at once makes three questions in one window', async () => {
    const { page } = await asking()
    const answers: Promise<unknown>[] = []
    for (let at = 0; at < 50; at++) answers.push((await ask(page, { purpose: `${at}` })).answer)
    expect([(await waiting()).length, world.windows.size]).toEqual([3, 1])
    await allow()
    const codesOf = (await Promise.all(answers)).map((each) => (each as { failure?: { code: number } }).failure?.code)
    expect(codesOf.filter((code) => code === undefined)).toHaveLength(2)
    expect(codesOf.filter((code) => code === codes.tooMany)).toHaveLength(48)
  })

  test('queues behind another site, in the same window', async () => {
    const { answer } = await asking()
    const { answer: other } = await asking(OTHER)
    expect((await waiting()).map(({ origin }) => origin)).toEqual([SHOP, OTHER])
    expect(world.windows.size).toBe(1)
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
    expect(world.windows.size).toBe(1)
    await allow()
    expect(await other).toMatchObject({ value: CARD })
    expect((await grants.get()).map(({ origin }) => origin)).toEqual([OTHER])
  })

  test('for permissions gets them, and no other question is asked meanwhile', async () => {
    const { page, answer } = await asking(SHOP, null)
    const wish = [{ sotto_addressCard: {} }]
    expect((await (await ask(page, wish, 'sotto_requestPermissions')).answer).failure?.code).toBe(codes.alreadyAsked)
    await refuse()
    await answer
    const { answer: permissions } = await ask(page, wish, 'sotto_requestPermissions')
    await allow({ days: 1 })
    expect(await permissions).toMatchObject({ value: [{ invoker: SHOP, caveats: [{ type: 'expiresAt' }] }] })
    expect(await (await ask(page, wish, 'sotto_requestPermissions')).answer).toEqual(
      expect.objectContaining({ value: [expect.anything()] }),
    )
    expect((await grants.get())[0]?.lastUsedAt).toBeNull()
  })

  test('where the browser makes no window, is told so and waits for nothing', async () => {
    world.failing.windows = true
    const { answer } = await asking()
    expect((await answer).failure?.code).toBe(codes.away)
    expect(await waiting()).toEqual([])
  })
})
