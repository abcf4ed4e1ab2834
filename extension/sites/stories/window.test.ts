import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { isStray } from '../../screens/approve/model.ts'
import { calm } from '../../testing/calm.ts'
import { approvals } from '../approvals/store.ts'
import { ask, asking, beginAnew, refuse, waiting, world } from '../testing/site-story.ts'

beginAnew()

const windows = () => [...world.windows.keys()]
/** Whether a page of this window would take itself for a second one and close. */
const closesItself = async (id: number) => isStray({ id, popup: true }, await approvals.get())

/** The browser has opened the window, which can be used, and has not told the worker yet. */
async function askingBeforeTold() {
  const { promise: hold, resolve: tell } = Promise.withResolvers<void>()
  world.opened.hold = hold
  const asked = await asking()
  return {
    ...asked,
    tell: async () => {
      tell()
      world.opened.hold = Promise.resolve()
      await calm()
    },
  }
}

describe('the window of the questions', () => {
  test('answered before the browser told of it: the next question has a window', async () => {
    const { page, answer, tell } = await askingBeforeTold()
    const [first = 0] = windows()
    void world.ask('approval.check', { windowId: first })
    void refuse()
    await calm()
    await tell()
    expect(await answer).toMatchObject({ failure: { code: codes.refused } })
    expect([windows(), (await approvals.get()).windowId]).toEqual([[], null])
    await ask(page)
    expect([windows().length, (await approvals.get()).windowId]).toEqual([1, windows()[0]])
  })

  test('a question that comes while the last window is on its way out has a window', async () => {
    const { page, tell } = await askingBeforeTold()
    void refuse()
    await calm()
    const next = await ask(page)
    await tell()
    expect([(await waiting()).length, windows().length]).toEqual([1, 1])
    expect((await approvals.get()).windowId).toBe(windows()[0])
    await refuse()
    expect(await next.answer).toMatchObject({ failure: { code: codes.refused } })
    expect(windows()).toEqual([])
  })

  test('a late word of a window that was closed is no word of the next', async () => {
    const { page } = await asking()
    const [first = 0] = windows()
    await refuse()
    await world.ask('approval.check', { windowId: first })
    expect((await approvals.get()).windowId).toBe(null)
    await ask(page)
    expect(await closesItself(windows()[0] ?? 0)).toBe(false)
  })

  test('does not close itself where the one before ended without a word', async () => {
    const { page } = await asking()
    const [first = 0] = windows()
    world.windows.delete(first)
    const { promise: hold, resolve: tell } = Promise.withResolvers<void>()
    world.opened.hold = hold
    await ask(page, [{ purpose: 'Another' }])
    expect(windows()).toHaveLength(1)
    expect(await closesItself(windows()[0] ?? 0)).toBe(false)
    tell()
    await calm()
    // The browser's late word of the first.
    world.events.windowRemoved.trigger(first)
    await calm()
    expect([(await waiting()).length, (await approvals.get()).windowId]).toEqual([2, windows()[0]])
  })

  test('closed by the person before the browser told of it is a no', async () => {
    const { answer, tell } = await askingBeforeTold()
    await world.close(windows()[0] ?? 0)
    await tell()
    expect(await answer).toMatchObject({ failure: { code: codes.refused } })
    expect([await waiting(), (await approvals.get()).windowId]).toEqual([[], null])
  })
})
