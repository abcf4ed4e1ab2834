import { expect, test } from 'vitest'
import { commonPasswords } from '../crypto/common-passwords.ts'
import { isCommon } from './password-rules.ts'

test.each([
  '1q2w3e4r5t6y',
  'QWERTY123456',
  'password2026!',
  '!!!Password!!!',
  'passwordpassword',
  'aaaaaaaaaaaa',
  '121212121212',
  'ｐａｓｓｗｏｒｄ１２３４',
])('%s is common', (password) => {
  expect(isCommon(password, commonPasswords())).toBe(true)
})

test.each([
  'correct horse battery',
  'jx7mq-p2vra-8hwk3-zzt4c',
  'Ein Kanu auf dem Neckar',
  '二十四の瞳は海の向こうを見ている',
])('%s is not', (password) => {
  expect(isCommon(password, commonPasswords())).toBe(false)
})
