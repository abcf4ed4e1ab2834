import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { stepOf } from './totp.ts'

/** RFC 6238, appendix B: the SHA-1 secret in Base32, and its eight-digit codes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238: at %i s the code ends in that of %s', (seconds, code) => {
  expect(generateSync({ secret: SECRET, epoch: seconds, digits: 8 })).toBe(code)
  expect(stepOf(SECRET, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test.each([
  ['two steps old', -60, undefined],
  ['one step old', -30, 37037035],
  ['of this step', 0, 37037036],
  ['one step early', 30, 37037037],
  ['two steps early', 60, undefined],
])('a code %s', (_, away, step) => {
  for (const second of [0, 15, 29]) {
    const now = 37037036 * 30 + second
    const code = generateSync({ secret: SECRET, epoch: now + away })
    expect(stepOf(SECRET, code, now * 1000)).toBe(step)
  }
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (text) => {
  expect(stepOf(SECRET, text, 59_000)).toBeUndefined()
})
