import { beforeEach, describe, expect, test } from 'vitest'
import { ARM_MS, createArming, type Press } from './arming.ts'

let now: number
let due: { at: number; then: () => void }[]
let active: boolean
let arming: ReturnType<typeof createArming>

const pass = (ms: number) => {
  now += ms
  const ready = due.filter(({ at }) => at <= now)
  due = due.filter(({ at }) => at > now)
  for (const { then } of ready) then()
}
const event = (part: Partial<Press> = {}): Press => ({ isTrusted: true, timeStamp: now, ...part })
/** A whole press, and whether it allowed. */
const press = (down: Partial<Press> = {}, click: Partial<Press> = {}) => {
  arming.pressed(event(down))
  const allowed = arming.mayAllow(event(click))
  arming.released()
  return allowed
}

beforeEach(() => {
  now = 10_000
  due = []
  active = false
  const after = (ms: number, then: () => void) => {
    const timer = { at: now + ms, then }
    due.push(timer)
    return () => {
      due = due.filter((each) => each !== timer)
    }
  }
  arming = createArming({ now: () => now, after }, (is) => {
    active = is
  })
})

describe('Allow', () => {
  test('is active after half a second of focus, and not before', () => {
    arming.focused()
    pass(ARM_MS - 1)
    expect(active).toBe(false)
    pass(1)
    expect([active, press()]).toEqual([true, true])
  })

  test.each<[string, Partial<Press>]>([
    ['press', {}],
    ['repetition of a key that is held down', { repeat: true }],
  ])('is inactive for half a second after each %s that comes before', (_, down) => {
    arming.focused()
    for (let times = 0; times < 4; times++) {
      pass(ARM_MS - 1)
      expect([active, press(down)]).toEqual([false, false])
    }
    pass(ARM_MS - 1)
    expect(active).toBe(false)
    pass(1)
    expect([active, press()]).toEqual([true, true])
  })

  test('is not made active by a press in a window without the focus', () => {
    arming.focused()
    arming.blurred()
    press()
    pass(10 * ARM_MS)
    expect(active).toBe(false)
  })

  test('is not active in a window that never had the focus', () => {
    pass(10 * ARM_MS)
    expect([active, press()]).toEqual([false, false])
  })

  test('is inactive as soon as the focus goes, and for half a second once it is back', () => {
    arming.focused()
    pass(ARM_MS)
    arming.blurred()
    expect([active, press()]).toEqual([false, false])
    arming.focused()
    pass(ARM_MS - 1)
    expect(active).toBe(false)
    pass(1)
    expect([active, press()]).toEqual([true, true])
  })

  test('is not made active by a focus that went again at once', () => {
    arming.focused()
    pass(ARM_MS - 1)
    arming.blurred()
    pass(ARM_MS)
    expect(active).toBe(false)
  })

  test('is not made active sooner by a focus that is told twice', () => {
    arming.focused()
    pass(ARM_MS - 1)
    arming.focused()
    pass(1)
    expect(active).toBe(false)
  })
})

describe('while Allow is active', () => {
  beforeEach(() => {
    arming.focused()
    pass(ARM_MS)
  })

  test.each<[string, Partial<Press>, Partial<Press>, boolean]>([
    ['a press that began and ended now', {}, {}, true],
    ['one that began the moment it became active', { timeStamp: 10_500 }, {}, true],
    ['one that began before, and was handled late', { timeStamp: 10_499 }, {}, false],
    ['a key that is held down', { repeat: true }, {}, false],
    ['a press by a script', { isTrusted: false }, {}, false],
    ['a click by a script after a true press', {}, { isTrusted: false }, false],
  ])('%s allows: %s', (_, down, click, allows) => {
    expect(press(down, click)).toBe(allows)
  })

  test.each<[string, Partial<Press>, boolean]>([
    ['of assistive technology', {}, true],
    ['that waited to be handled', { timeStamp: 10_499 }, false],
    ['of a script', { isTrusted: false }, false],
  ])('a click without a press, %s, allows: %s', (_, click, allows) => {
    expect(arming.mayAllow(event(click))).toBe(allows)
  })

  test('a key that was down before stays without effect, until it is let go and pressed again', () => {
    expect(press({ timeStamp: 10_100 })).toBe(false)
    pass(30)
    expect(press({ repeat: true })).toBe(false)
    pass(30)
    expect(press()).toBe(true)
  })

  test('a press over which the focus went and came back is none', () => {
    arming.pressed(event())
    arming.blurred()
    arming.focused()
    pass(ARM_MS)
    expect(arming.mayAllow(event())).toBe(false)
  })

  test('a press that led to no click of its own does not stand in the way of the next', () => {
    arming.pressed(event({ timeStamp: 10_100 }))
    arming.released()
    expect(arming.mayAllow(event())).toBe(true)
  })
})

describe('Refuse', () => {
  test.each<[string, Partial<Press>, Partial<Press>, boolean]>([
    ['a press, however early', {}, {}, true],
    ['a key that is held down since the question before', { repeat: true }, {}, false],
    ['a click by a script', {}, { isTrusted: false }, false],
  ])('%s refuses: %s', (_, down, click, refuses) => {
    arming.pressed(event(down))
    expect(arming.mayRefuse(event(click))).toBe(refuses)
  })
})
