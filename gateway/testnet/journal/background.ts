/** After this long without a change, idle work begins. */
const IDLE_MS = 2_000

export type BackgroundOptions = {
  log(line: string): void
  /** Begins what became due while a piece of work went on. Called after each that `begin` began and that did not fail. */
  afterwards(): void
}

/** One piece of work at a time, beside the requests. */
export function createBackground({ log, afterwards }: BackgroundOptions) {
  let running: Promise<void> | undefined
  let idle: NodeJS.Timeout | undefined
  let ending = false

  function run(work: () => Promise<unknown>): Promise<void> {
    const mine = work().then(() => {})
    running = mine
    return mine.finally(() => {
      running = undefined
    })
  }

  function begin(work: () => Promise<unknown>): void {
    if (running || ending) return
    run(work).then(afterwards, (error) => {
      if (!ending) log(`no snapshot: ${String(error)}`)
    })
  }

  return {
    /** Begins it, unless another piece of work goes on, or the end has begun. Failures are logged. */
    begin,
    /** Begins it after a while without a change, in place of the idle work that was planned; none where there is none. */
    whenIdle(work: (() => Promise<unknown>) | undefined): void {
      clearTimeout(idle)
      if (work !== undefined) idle = setTimeout(() => begin(work), IDLE_MS).unref()
    },
    /** Does it now, after the one that goes on. */
    async now(work: () => Promise<unknown>): Promise<void> {
      await running?.catch(() => {})
      await run(work)
    },
    isEnding: () => ending,
    /** No further work begins by itself. Resolves once the one that goes on has ended. */
    async end(): Promise<void> {
      clearTimeout(idle)
      ending = true
      await running?.catch(() => {})
    },
  }
}
