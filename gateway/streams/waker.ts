/** What a stream waits on: somebody wakes it, or ends it. */
export type Waker = {
  readonly ended: boolean
  /** There may be something to say. */
  wake(): void
  /** Its client has gone, it may be told no more, or the gateway stops. */
  end(): void
  /** Resolves with the next `wake` or `end`, at once where there was one since the last call. */
  awake(): Promise<void>
}

export function createWaker(): Waker {
  let isEnded = false
  let isAwake = false
  let resolve: (() => void) | undefined
  const wake = () => {
    isAwake = true
    resolve?.()
  }
  return {
    get ended() {
      return isEnded
    },
    wake,
    end() {
      isEnded = true
      wake()
    },
    async awake() {
      if (!isAwake)
        await new Promise<void>((done) => {
          resolve = done
        })
      resolve = undefined
      isAwake = isEnded
    },
  }
}
