/** A client that takes questions to chain and relayer to make, and knows the keys that were in use when it was made. */
export type KeptClient<T> = {
  get(): Promise<T>
  /** Keys have changed since: the next one is made anew. False where this one is so new that it cannot be that. */
  renew(used: T): boolean
}

export type KeptLimits = { makeMs: number; renewMs: number }

/**
 * Made when it is first needed, again where that failed, and again after the keys were changed. `abandon` is called where the
 * making does not end in time: it cannot be told to stop.
 */
export function keepClient<T>(
  make: () => Promise<T>,
  { makeMs, renewMs }: KeptLimits,
  abandon: (error: Error) => void,
): KeptClient<T> {
  let kept: Promise<T> | undefined
  let current: { client: T; madeAt: number } | undefined

  async function made(): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const error = new Error(`chain and relayer did not say within ${makeMs / 1000} s what the client needs`)
      late.reject(error)
      abandon(error)
    }, makeMs)
    try {
      const client = await Promise.race([make(), late.promise])
      current = { client, madeAt: performance.now() }
      return client
    } catch (error) {
      kept = undefined
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get() {
      kept ??= made()
      return kept
    },
    renew(used) {
      // Another question has seen to it.
      if (current?.client !== used) return true
      if (performance.now() - current.madeAt < renewMs) return false
      kept = undefined
      current = undefined
      return true
    },
  }
}
