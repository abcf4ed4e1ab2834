import { browser } from '../browser.ts'

const EVERY_MS = 20_000

/**
 * Keeps the worker alive while a long call runs. A browser ends a worker whose only work is a `fetch` of more than
 * 30 s, unless an extension call is made now and then.
 */
export async function keepAwake<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void browser.runtime.getPlatformInfo(), EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
