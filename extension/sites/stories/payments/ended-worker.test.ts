import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { grants } from '../../grants.ts'
import { PATIENCE_MS } from '../../payments/rules.ts'
import { ask, asked, at, beginPaying, consent, NOTA, paidOnce, shown, until } from '../../testing/pay-story.ts'
import { active, answers, OTHER, prompt, waiting, world } from '../../testing/site-story.ts'

beginPaying()

describe('a worker that is ended', () => {
  /** One question and one consent, in which the worker ends at one of its calls and starts again. */
  const story = async (call: number, is: 'before' | 'after') => {
    const { page } = await asked()
    const { id } = await prompt()
    const input = { id, allow: true, profileId: await active(), walletId: 'w1', shown, receipt: false }
    world.doom({ call, is })
    await until(async () => {
      await world.worker()
      // The person presses again where nothing came of it; what was begun is taken up by the worker that starts.
      if ((await waiting()).length > 0) await world.ask('approval.decide', input).catch(() => undefined)
      expect(answers(page)).toHaveLength(1)
    })
    return page
  }

  const before = Array.from({ length: 16 }, (_, at) => [at + 1, 'before' as const] as const)
  const after = before.map(([call]) => [call, 'after' as const] as const)
  // What is kept after a call is what is kept before the next: all of them before a release.
  test.each([...before, ...after.slice(process.env.SOTTO_LONG_TESTS === '1' ? 0 : -1)])(
    'at call %d, just %s it: the gateway is given one payment, and the page one answer',
    async (call, is) => {
      const page = await story(call, is)
      expect(answers(page)).toMatchObject([{ value: { status: 'settled' } }])
      expect(at.paid).toHaveLength(1)
      expect(await grants.get()).toHaveLength(1)
      expect(await waiting()).toEqual([])
    },
  )

  test('while a gateway is silent leaves the page no longer without an answer than a living one', async () => {
    at.hold = new Promise(() => {})
    const { page, answer } = await asked()
    await consent()
    await until(() => expect(at.paid).toHaveLength(1))
    world.kill()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + PATIENCE_MS })
    await world.worker()
    expect((await answer).value).toEqual({ status: 'submitted' })
    expect(answers(page)).toHaveLength(1)
  })

  test('tells a site so much though a question of another one cannot be looked into', async () => {
    const page = await paidOnce()
    at.subject.id = 'r2'
    await ask(page, [{ request: `${NOTA}-2` }])
    at.subject.id = 'r3'
    const { answer } = await asked(OTHER, `${NOTA}-3`)
    const mine = (await waiting()).find(({ origin }) => origin === OTHER)
    at.hold = new Promise(() => {})
    expect(await consent({ id: mine?.id, shown: { ...shown, requestId: 'r3' } })).toMatchObject({ ok: true })
    await until(() => expect(at.paid).toHaveLength(2))
    world.kill()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + PATIENCE_MS })
    await world.worker()
    expect((await answer).value).toEqual({ status: 'submitted' })
    expect(await waiting()).toHaveLength(1)
  })

  test('has no more calls in this story than were tried', async () => {
    await story(1_000, 'before')
    expect(world.marks()).toBeLessThanOrEqual(16)
  })
})
