import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { isProven } from './computations.ts'
import { done, HERE, shown } from './computations-fixture.ts'
import { formulas, handleOf, provingFormula } from './handles.ts'
import type { Operation } from './operation.ts'
import { FheType } from './types.ts'

const tail = (type: number) => `ff0000000000aa36a7${type.toString(16).padStart(2, '0')}00`
const hidden = (number: number, type: number = FheType.uint64) =>
  `0x${number.toString(16).padStart(42, '0')}${tail(type)}` as Hex

const [a, b, yes] = [hidden(1), hidden(2), hidden(3, FheType.bool)]
const sum = done({ name: 'FheAdd', lhs: a, rhs: b, scalar: false })
const selection = done({ name: 'FheIfThenElse', control: yes, ifTrue: a, ifFalse: b })
const five = done({ name: 'TrivialEncrypt', pt: 5n, toType: FheType.uint64 })
const proves = (operation: Operation) => provingFormula(operation, { ...HERE, minted: new Set() }) !== undefined

describe('a handle is the hash of one computation', () => {
  test('and says its type, its chain, and that it was computed', () => {
    expect(sum.result.slice(44)).toBe(tail(FheType.uint64))
    expect(done({ name: 'FheGe', lhs: a, rhs: b, scalar: false }).result.slice(44)).toBe(tail(FheType.bool))
    expect(done({ name: 'Cast', ct: a, toType: FheType.uint8 }).result.slice(44)).toBe(tail(FheType.uint8))
    expect(done({ name: 'FheNot', ct: yes }).result.slice(44)).toBe(tail(FheType.bool))
  })

  test.each([sum, selection, five])('which is proven: $name', (operation) => expect(proves(operation)).toBe(true))

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
  ])('and of no other: %s', (_, operation) => expect(proves(operation)).toBe(false))

  test('nor of a random number, whose handle is the hash of a seed', () => {
    const drawn = { randType: FheType.uint64, seed: `0x${'5e'.repeat(16)}`, result: a } as const
    expect(proves({ name: 'FheRand', ...drawn })).toBe(false)
    expect(proves({ name: 'FheRandBounded', upperBound: 8n, ...drawn })).toBe(false)
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
  ])('%s', (_, operation) => expect(proves(operation)).toBe(false))
})

describe('a computation is looked at in its transaction', () => {
  const plain = done({ name: 'FheAdd', lhs: a, rhs: b, scalar: false }, 'plain')
  const further = done({ name: 'FheMul', lhs: sum.result, rhs: a, scalar: false })
  const first = done({ name: 'FheAdd', lhs: a, rhs: b, scalar: false }, 'of a block and of origins')
  const second = done({ name: 'FheMul', lhs: first.result, rhs: a, scalar: false }, 'of a block and of origins', {
    minted: new Set([first.result]),
  })
  const formulasOf = (...operations: Operation[]) => shown(...operations).map(({ formula }) => formula)

  test('each formula is found, before and after an upgrade of the chain', () => {
    expect(formulasOf(sum, further)).toEqual(['of a block', 'of a block'])
    expect(formulasOf(plain, sum, first)).toEqual(['plain', 'of a block', 'of a block and of origins'])
    expect(formulasOf(first, second)).toEqual(['of a block and of origins', 'of a block and of origins'])
  })

  test('where origins count, what another transaction made is none of its results', () => {
    expect(formulasOf(second)).toEqual([undefined])
    expect(shown(second, first).map(isProven)).toEqual([false, true])
  })

  test('an input that was handed in is no result', () => {
    const input = `${a.slice(0, 44)}00${a.slice(46)}` as Hex
    const chosen = done({ name: 'FheAdd', lhs: input, rhs: b, scalar: false }, 'of a block and of origins')
    expect(formulasOf(chosen)).toEqual(['of a block and of origins'])
  })

  test('no two formulas give the same handle', () => {
    const place = { ...HERE, minted: new Set<Hex>() }
    const planned = { name: 'FheAdd', lhs: a, rhs: b, scalar: false } as const
    expect(new Set(formulas.map((formula) => handleOf(planned, formula, place))).size).toBe(formulas.length)
  })
})
