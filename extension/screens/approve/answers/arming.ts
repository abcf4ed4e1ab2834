/** Long enough to see what is asked before a press that was meant for something else can answer it. */
export const ARM_MS = 500

export type Clock = {
  /** Milliseconds, as events are stamped with. */
  now(): number
  /** Runs `then` after a while; answers how to call it off. */
  after(ms: number, then: () => void): () => void
}

export const pageClock: Clock = {
  now: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

/** As much of an event as says whether a person meant it. */
export type Press = Pick<Event, 'isTrusted' | 'timeStamp'> & { repeat?: boolean }

/**
 * Whether a press of Allow counts. It becomes active after half a second in which the window has the focus and nothing is
 * pressed, and from then on only presses count that began afterwards: not one that was held down or waited to be handled,
 * and not one of a script. A click that no press came before is that of assistive technology, and is judged by itself.
 */
export function createArming(clock: Clock, changed: (active: boolean) => void) {
  let activeSince: number | undefined
  /** Only while the half second runs. */
  let callOff: (() => void) | undefined
  /** The press that is under way, from its beginning to its click. */
  let press: { counts: boolean; held: boolean } | undefined

  const counts = ({ isTrusted, timeStamp, repeat = false }: Press) =>
    isTrusted && !repeat && activeSince !== undefined && timeStamp >= activeSince

  const focused = () => {
    callOff?.()
    callOff = clock.after(ARM_MS, () => {
      callOff = undefined
      activeSince = clock.now()
      changed(true)
    })
  }

  return {
    focused,
    blurred(): void {
      callOff?.()
      callOff = undefined
      // What began before the focus went must not end after it is back.
      if (press !== undefined) press = { ...press, counts: false }
      if (activeSince === undefined) return
      activeSince = undefined
      changed(false)
    },
    pressed(event: Press): void {
      // One that came too early was meant for something else, as the next of a row of presses is.
      if (callOff !== undefined) focused()
      press = { counts: counts(event), held: event.repeat === true }
    },
    /** Any click ends the press that it came of. */
    released(): void {
      press = undefined
    },
    mayAllow(click: Press): boolean {
      return press === undefined ? counts(click) : press.counts && click.isTrusted && activeSince !== undefined
    },
    /** A no counts at once; but a key that is held down says it once, not to every question in turn. */
    mayRefuse(click: Press): boolean {
      return click.isTrusted && press?.held !== true
    },
  }
}
export type Arming = ReturnType<typeof createArming>
