import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { keepAwake } from './keep-awake.ts'

const call = vi.spyOn(fakeBrowser.runtime, 'getPlatformInfo')

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset().mockResolvedValue({ os: 'linux', arch: 'x86-64', nacl_arch: 'x86-64' } as never)
})
afterEach(() => vi.useRealTimers())

test('while a long call runs, the extension shows itself alive more often than every 30 s, and then no more', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = keepAwake(() => promise)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(call).toHaveBeenCalledTimes(4)
  resolve('answer')
  expect(await work).toBe('answer')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(call).toHaveBeenCalledTimes(4)
})

test('a call that fails ends it as well', async () => {
  await expect(keepAwake(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(call).not.toHaveBeenCalled()
})
