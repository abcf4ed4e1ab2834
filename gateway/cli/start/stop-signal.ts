/** npm hands one press of Ctrl-C on to its child, which the terminal has told already: twice within this time is one press. */
const ONE_PRESS_MS = 1_000

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The process, or what a test puts in its place. */
export type Signalled = {
  on(signal: (typeof SIGNALS)[number], heard: () => void): unknown
  exit(code: number): unknown
}

/** Resolves with the first signal to stop. One that comes later ends the process at once, without an orderly stop. */
export function stopSignal(source: Signalled = process, now = () => performance.now()): Promise<string> {
  let first: number | undefined
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      source.on(signal, () => {
        first ??= now()
        if (now() - first > ONE_PRESS_MS) source.exit(130)
        resolve(signal)
      })
    }
  })
}
