import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addRegion, announce } from './announcements.ts'

let page: string
let removePage: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = ''
  removePage = addRegion((text) => {
    page = text
  })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  removePage()
})

test('a result is shown for a while', () => {
  announce('Done.')
  expect(page).toBe('Done.')
  vi.advanceTimersByTime(6_000)
  expect(page).toBe('')
})

test('the newer of two results is shown for its whole time', () => {
  announce('One.')
  vi.advanceTimersByTime(4_000)
  announce('Two.')
  vi.advanceTimersByTime(4_000)
  expect(page).toBe('Two.')
})

test('a dialog says it in place of the page, and leaves it to the page when it closes', () => {
  let dialog = ''
  const close = addRegion((text) => {
    dialog = text
  })
  announce('Copied.')
  expect([dialog, page]).toEqual(['Copied.', ''])
  close()
  expect(page).toBe('Copied.')
})

test('what is being said when a dialog opens is said in it, or it would stand behind', () => {
  let dialog = ''
  announce('It is on.')
  const close = addRegion((text) => {
    dialog = text
  })
  expect([dialog, page]).toEqual(['It is on.', ''])
  close()
})
