import { expect, test } from 'vitest'
import { isWeak } from './strength.ts'

test.each([
  ['password12', true],
  ['Password123!', true],
  ['p@ssw0rd2024', true],
  ['qwertyuiop', true],
  ['1234567890', true],
  ['aaaaaaaaaaaaaaaa', true],
  ['abcdefghijkl', true],
  ['iloveyou12', true],
  ['12.08.1987', true],
  ['a lake in the rain', false],
  ['a quiet password', false],
  ['correct horse battery staple', false],
  ['k7#Vq2!mZp', false],
  ['x'.repeat(50) + 'a lake in the rain'.repeat(8), false],
])('%s is weak: %s', (password, weak) => {
  expect(isWeak(password)).toBe(weak)
})
