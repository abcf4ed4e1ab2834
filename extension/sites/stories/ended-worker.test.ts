import { describe, expect, test } from 'vitest'
import { calm } from '../../testing/calm.ts'
import { approvals } from '../approvals/store.ts'
import { grants } from '../grants.ts'
import { allow, answers, ask, asking, beginAnew, CARD, SHOP, world } from '../testing/site-story.ts'

beginAnew()

describe('a worker that is ended', () => {
  test('while a prompt is open goes on with it', async () => {
    const { page, answer } = await asking()
    world.kill()
    expect(await allow()).toMatchObject({ ok: true })
    expect(await answer).toMatchObject({ value: CARD })
    expect(page.answers.size).toBe(1)
  })

  /** A story of one question and one Allow, in which the worker ends at one of its calls and starts again. */
  const story = async (call: number, is: 'before' | 'after') => {
    await world.ask('site.enable', { origin: SHOP })
    const page = world.open(SHOP)
    await calm()
    world.doom({ call, is })
    const { answer } = await ask(page)
    await world.worker()
    await calm()
    for (let tries = 0; tries < 8 && answers(page).length === 0; tries++) {
      // The window looks after what it shows, and the person presses again where Allow did nothing.
      await world.ask('approval.check', { windowId: [...world.windows.keys()][0] ?? null }).catch(() => undefined)
      await allow().catch(() => undefined)
      await world.worker()
      await calm()
    }
    // A window that was left over asks what there is to show.
    for (const windowId of world.windows.keys()) await world.ask('approval.check', { windowId })
    await calm()
    return { page, answer: await answer }
  }

  const before = Array.from({ length: 16 }, (_, at) => [at + 1, 'before' as const] as const)
  const after = before.map(([call]) => [call, 'after' as const] as const)
  // What is kept after a call is what is kept before the next: all of them before a release.
  test.each([...before, ...after.slice(process.env.SOTTO_LONG_TESTS === '1' ? 0 : -1)])(
    'at call %d, just %s it: the page has one answer, and what it was given stands in one grant',
    async (call, is) => {
      const { page, answer } = await story(call, is)
      expect(answers(page)).toHaveLength(1)
      expect(answer).toMatchObject({ value: CARD })
      expect((await grants.get()).map(({ origin, walletId }) => [origin, walletId])).toEqual([[SHOP, 'w1']])
      expect([(await approvals.get()).list, world.windows.size]).toEqual([[], 0])
    },
  )

  test('has no more calls in this story than were tried', async () => {
    await story(1_000, 'before')
    expect(world.marks()).toBeLessThanOrEqual(16)
  })
})
