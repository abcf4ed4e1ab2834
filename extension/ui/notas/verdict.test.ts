import { describe, expect, test } from 'vitest'
import type { Check, Trust } from '#shared/model/nota.ts'
import { inOrder, signerOf, standingOf } from './verdict.ts'

const check = (name: string, result: Check['result']): Check => ({ name, result, detail: '' })
const judged = (valid: boolean, trust: Trust, ...checks: Check[]) => ({
  valid,
  checks,
  issuer: { fingerprint: 'f', trust },
})

const good = check('signature', 'passed')

describe('what a verdict comes to', () => {
  test.each([
    ['all is well', judged(true, 'this_gateway', good), 'valid'],
    ['something was not looked at', judged(true, 'trusted', good, check('network', 'not_checked')), 'valid'],
    ['nobody known signed', judged(false, 'unknown', good), 'unproven'],
    ['the chain was not asked', judged(false, 'trusted', good, check('first_leg', 'not_checked')), 'unproven'],
    ['something is not so', judged(false, 'this_gateway', good, check('network', 'failed')), 'broken'],
    ['a gateway contradicts itself', judged(true, 'this_gateway', check('network', 'failed')), 'broken'],
  ])('%s', (_, verdict, expected) => {
    expect(standingOf(verdict)).toBe(expected)
  })
})

test.each([
  ['the wallet itself', judged(true, 'unknown', check('wallet_signature', 'passed')), 'wallet'],
  ['not the wallet', judged(false, 'this_gateway', check('wallet_signature', 'failed')), 'this_gateway'],
  ['a trusted issuer', judged(true, 'trusted', good), 'trusted'],
  ['somebody', judged(false, 'unknown', good), 'unknown'],
])('%s signed', (_, verdict, expected) => {
  expect(signerOf(verdict)).toBe(expected)
})

test('what failed is told first', () => {
  const checks = [good, check('network', 'not_checked'), check('first_leg', 'failed')]
  expect(inOrder(checks).map(({ name }) => name)).toEqual(['first_leg', 'network', 'signature'])
})
