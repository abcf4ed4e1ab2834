import { vi } from 'vitest'

/** So many turns of the event loop are more than any chain of promises that waits for no thread. */
const TURNS = 30

/** Calls of `crypto.subtle` that a thread works at: it may be late where the machine does much else. */
let onThreads = 0

async function counted(call: unknown): Promise<unknown> {
  onThreads++
  try {
    return await call
  } finally {
    onThreads--
  }
}

const { subtle } = crypto
vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(
  new Proxy(subtle, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...given: unknown[]) => counted(Reflect.apply(method, target, given))
    },
  }),
)

/** Waits until nothing is under way any more, except what waits for a timer or for an answer. */
export async function calm(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise(setImmediate)
    if (onThreads > 0) turn = 0
  }
}
