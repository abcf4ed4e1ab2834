import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { isProven } from '../../../fhe/computations.ts'
import { done, HERE } from '../../../fhe/computations-fixture.ts'
import { fhevm } from '../../../fhe/host.ts'
import { operationsAbi } from '../../../fhe/operation.ts'
import { inputsOfHandles } from '../../../fhe/origins.ts'
import { FheType } from '../../../fhe/types.ts'
import { operationsIn, provenIn } from './lineage.ts'

const caller = pad('0x01', { size: 20 })
const handle = (number: number, type: number = FheType.uint64): Hex =>
  `0x${number.toString(16).padStart(42, '0')}ff0000000000aa36a70${type}00`
const [control, input, zero] = [handle(1, FheType.bool), handle(2), handle(3)]
const { result } = done({ name: 'FheIfThenElse', control, ifTrue: input, ifFalse: zero })

function log(address: string, values: Hex[]): { address: string; data: Hex; topics: [Hex, ...Hex[]] } {
  const topics = encodeEventTopics({ abi: operationsAbi, eventName: 'FheIfThenElse', args: { caller } })
  const types = values.map(() => ({ type: 'bytes32' }))
  return { address, data: encodeAbiParameters(types, values), topics: topics as [Hex, ...Hex[]] }
}

const proven = (logs: ReturnType<typeof log>[]) =>
  inputsOfHandles(
    provenIn(logs, HERE)
      .filter(isProven)
      .map(({ operation }) => operation),
  )

describe('an event is a computation of the executor', () => {
  test('where the executor emitted it, however its address is written', () => {
    const said = [control, input, zero, result]
    for (const address of [fhevm.executor, fhevm.executor.toLowerCase()]) {
      expect(proven([log(address, said)])).toEqual(new Map([[result, input]]))
    }
  })

  test.each([
    ['another contract', `0x${'e'.repeat(40)}`],
    ['the ACL', fhevm.acl],
  ])('and none where %s did', (_, address) => {
    expect(operationsIn([log(address, [control, input, zero, result])])).toEqual([])
  })

  test.each<[string, Hex[]]>([
    ['another input', [control, handle(9), zero, result]],
    ['another condition', [handle(9, FheType.bool), input, zero, result]],
    ['another result', [control, input, zero, handle(9)]],
    ['a result of another FHEVM, whose ACL is elsewhere', [control, input, zero, keccak256('0x01')]],
  ])('and ties nothing to an input where it names %s', (_, values) => {
    expect(proven([log(fhevm.executor, values)])).toEqual(new Map())
  })

  test('nor where it is cut short, or none of its events', () => {
    const whole = log(fhevm.executor, [control, input, zero, result])
    expect(operationsIn([{ ...whole, data: whole.data.slice(0, 100) as Hex }])).toEqual([])
    expect(
      operationsIn([
        { ...whole, topics: [pad('0x07')] },
        { ...whole, topics: [] },
      ]),
    ).toEqual([])
  })
})

describe('what events alone claim of an amount', () => {
  const claimed = (address: string, values: Hex[]) => inputsOfHandles(operationsIn([log(address, values)]))
  const unproven = handle(9)

  test('is what the executor selected, an input or the balance itself, however its address is written', () => {
    const said = [control, input, zero, unproven]
    expect(provenIn([log(fhevm.executor, said)], HERE).some(isProven)).toBe(false)
    for (const address of [fhevm.executor, fhevm.executor.toLowerCase()]) {
      expect(claimed(address, said)).toEqual(new Map([[unproven, input]]))
    }
  })

  test.each([
    ['another contract', `0x${'e'.repeat(40)}`],
    ['the ACL', fhevm.acl],
  ])('and nothing where %s says so', (_, address) => {
    expect(claimed(address, [control, input, zero, unproven])).toEqual(new Map())
  })

  test('a claim names the first side of the selection, never the second one', () => {
    expect([...claimed(fhevm.executor, [control, zero, input, unproven]).values()]).toEqual([zero])
  })
})
