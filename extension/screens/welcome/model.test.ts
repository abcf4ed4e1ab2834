import { expect, test } from 'vitest'
import { marksOf, type SetUp, type Step, stepOf } from './model.ts'

const fresh: SetUp = { hasVault: false, origin: undefined, connected: false }

test.each<[string, Partial<SetUp>, Step]>([
  ['a fresh browser begins with its password', {}, 'password'],
  ['a browser that has one begins with the gateway', { hasVault: true }, 'gateway'],
  ['a gateway that was found is signed in to', { hasVault: true, origin: 'http://localhost:7984' }, 'key'],
  ['a gateway that is connected ends it', { hasVault: true, origin: 'http://localhost:7984', connected: true }, 'done'],
  ['also where its address was typed before a lock', { hasVault: true, connected: true }, 'done'],
])('%s', (_, part, step) => {
  expect(stepOf({ ...fresh, ...part })).toBe(step)
})

test.each<[Step, string]>([
  ['password', 'now later later later'],
  ['gateway', 'done now later later'],
  ['key', 'done done now later'],
  ['done', 'done done done now'],
])('at %s the progress reads %s', (step, marks) => {
  expect(
    marksOf(step)
      .map(({ mark }) => mark)
      .join(' '),
  ).toBe(marks)
})
