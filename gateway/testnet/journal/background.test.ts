import { expect, test } from 'vitest'
import { createBackground } from './background.ts'

/** A background whose owner has `due` pieces of work, each of which ends when it is told. */
function backgroundWith(due: string[]) {
  const began: string[] = []
  const logged: string[] = []
  let work = Promise.withResolvers<void>()
  const beginIfDue = () => {
    const [next] = due
    if (next === undefined) return
    background.begin(() => {
      began.push(`${due.shift()}`)
      work = Promise.withResolvers<void>()
      return work.promise
    })
  }
  const background = createBackground({ log: (line) => logged.push(line), afterwards: beginIfDue })
  return { background, beginIfDue, began, logged, current: () => work }
}

test('what becomes due while a piece of work goes on begins after it', async () => {
  const due = ['write']
  const { beginIfDue, began, current } = backgroundWith(due)
  beginIfDue()
  due.push('renew')
  beginIfDue()
  expect(began).toEqual(['write'])
  current().resolve()
  await expect.poll(() => began).toEqual(['write', 'renew'])
})

test('after a failure nothing begins by itself', async () => {
  const { beginIfDue, began, logged, current } = backgroundWith(['write', 'renew'])
  beginIfDue()
  current().reject(new Error('disk full'))
  await expect.poll(() => logged).toEqual(['no snapshot: Error: disk full'])
  expect(began).toEqual(['write'])
})

test('after the end nothing begins', async () => {
  const { background, beginIfDue, began, current } = backgroundWith(['write', 'renew'])
  beginIfDue()
  const ended = background.end()
  current().resolve()
  await ended
  beginIfDue()
  expect(began).toEqual(['write'])
})
