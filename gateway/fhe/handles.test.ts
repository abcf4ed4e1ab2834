import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { handleOf, isProven, type Planned } from './handles.ts'
import type { Operation } from './operation.ts'
import { FheType } from './types.ts'

const tail = (type: number) => `ff0000000000aa36a7${type.toString(16).padStart(2, '0')}00`
const hidden = (number: number, type: number = FheType.uint64) =>
  `0x${number.toString(16).padStart(42, '0')}${tail(type)}` as Hex

function done(operation: Planned) {
  return { ...operation, result: handleOf(operation) ?? '0x' } as Operation
}

const [a, b, yes] = [hidden(1), hidden(2), hidden(3, FheType.bool)]
const sum = done({ name: 'FheAdd', lhs: a, rhs: b, scalar: false })
const selection = done({ name: 'FheIfThenElse', control: yes, ifTrue: a, ifFalse: b })
const five = done({ name: 'TrivialEncrypt', pt: 5n, toType: FheType.uint64 })

describe('a handle is the hash of one computation', () => {
  test('and says its type, its chain, and that it was computed', () => {
    expect(sum.result.slice(44)).toBe(tail(FheType.uint64))
    expect(done({ name: 'FheGe', lhs: a, rhs: b, scalar: false }).result.slice(44)).toBe(tail(FheType.bool))
    expect(done({ name: 'Cast', ct: a, toType: FheType.uint8 }).result.slice(44)).toBe(tail(FheType.uint8))
    expect(done({ name: 'FheNot', ct: yes }).result.slice(44)).toBe(tail(FheType.bool))
  })

  test.each([sum, selection, five])('which is proven: $name', (operation) => expect(isProven(operation)).toBe(true))

  test.each<[string, Operation]>([
    ['its operands in another order', { ...sum, lhs: b, rhs: a } as Operation],
    ['another operator', { ...sum, name: 'FheSub' } as Operation],
    ['an operand that is said to be a number', { ...sum, scalar: true } as Operation],
    ['another choice', { ...selection, ifTrue: b, ifFalse: a } as Operation],
    ['another number', { ...five, pt: 6n } as Operation],
    ['another type of that number', { ...five, toType: FheType.uint32 } as Operation],
    ['a result of another type', { ...sum, result: sum.result.replace(/0500$/, '0600') as Hex }],
    ['a result of another version', { ...sum, result: sum.result.replace(/00$/, '01') as Hex }],
    ['a result on another chain', { ...sum, result: sum.result.replace('aa36a7', 'aa36a8') as Hex }],
    ['a result that was handed in', { ...sum, result: `${sum.result.slice(0, 44)}00${sum.result.slice(46)}` as Hex }],
    ['a result cut short', { ...sum, result: '0x' }],
  ])('and of no other: %s', (_, operation) => expect(isProven(operation)).toBe(false))

  test('nor of a random number, whose handle is the hash of a seed', () => {
    const drawn = { randType: FheType.uint64, seed: `0x${'5e'.repeat(16)}`, result: a } as const
    expect(isProven({ name: 'FheRand', ...drawn })).toBe(false)
    expect(isProven({ name: 'FheRandBounded', upperBound: 8n, ...drawn })).toBe(false)
  })
})

describe('what the executor would have refused is proven by no hash', () => {
  const foreign = a.replace('aa36a7', 'aa36a8') as Hex
  test.each([
    ['operands of two types', done({ name: 'FheAdd', lhs: a, rhs: hidden(2, FheType.uint32), scalar: false })],
    ['an operand of another chain', done({ name: 'FheAdd', lhs: foreign, rhs: b, scalar: false })],
    ['the handle of a balance that was never written', done({ name: 'FheNeg', ct: `0x${'0'.repeat(64)}` })],
    ['a choice by a number', done({ name: 'FheIfThenElse', control: a, ifTrue: a, ifFalse: b })],
    ['a choice between two types', done({ name: 'FheIfThenElse', control: yes, ifTrue: a, ifFalse: yes })],
    ['an unknown type', done({ name: 'TrivialEncrypt', pt: 1n, toType: 1 })],
  ])('%s', (_, operation) => expect(isProven(operation)).toBe(false))
})
