import { encodeAbiParameters, encodeEventTopics, type Hex, keccak256, pad, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { done, HERE } from '../../../fhe/computations-fixture.ts'
import { fhevm } from '../../../fhe/host.ts'
import { operationsAbi } from '../../../fhe/operation.ts'
import { FheType } from '../../../fhe/types.ts'
import { claimedInputs, inputsOfHandles, operationsIn, provenIn } from './lineage.ts'

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

describe('an event is a computation of the executor', () => {
  test('where the executor emitted it, however its address is written', () => {
    const said = [control, input, zero, result]
    for (const address of [fhevm.executor, fhevm.executor.toLowerCase()]) {
      expect(inputsOfHandles(provenIn([log(address, said)], HERE))).toEqual(new Map([[result, input]]))
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
    expect(inputsOfHandles(provenIn([log(fhevm.executor, values)], HERE))).toEqual(new Map())
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

const inputAbi = parseAbi([
  'event VerifyInput(address indexed caller, bytes32 inputHandle, address userAddress, bytes inputProof, uint8 inputType, bytes32 result)',
])

/** The event of an accepted input, which every contract can emit. */
function accepted(address: string, one: Hex): { address: string; data: Hex; topics: [Hex, ...Hex[]] } {
  const topics = encodeEventTopics({ abi: inputAbi, eventName: 'VerifyInput', args: { caller } })
  const types = ['bytes32', 'address', 'bytes', 'uint8', 'bytes32'].map((type) => ({ type }))
  const data = encodeAbiParameters(types, [one, caller, '0x', FheType.uint64, one])
  return { address, data, topics: topics as [Hex, ...Hex[]] }
}

describe('what events alone claim of an amount: it was computed from an input', () => {
  const other = `0x${'e'.repeat(40)}`
  const selected = (address: string, ifTrue: Hex = input) => log(address, [control, ifTrue, zero, result])

  test('where the executor accepted that input, and then selected it, however its address is written', () => {
    for (const address of [fhevm.executor, fhevm.executor.toLowerCase()]) {
      expect(claimedInputs([accepted(address, input), selected(address)])).toEqual(new Map([[result, input]]))
    }
  })

  test.each([
    ['another contract says that it was accepted', [accepted(other, input), selected(fhevm.executor)]],
    ['another contract says that it was selected', [accepted(fhevm.executor, input), selected(other)]],
    ['the ACL says both', [accepted(fhevm.acl, input), selected(fhevm.acl)]],
    ['no input was accepted', [selected(fhevm.executor)]],
    ['another input was accepted', [accepted(fhevm.executor, handle(9)), selected(fhevm.executor)]],
    ['it was accepted after it was selected', [selected(fhevm.executor), accepted(fhevm.executor, input)]],
    ['the accepted one is what was not selected', [accepted(fhevm.executor, zero), selected(fhevm.executor)]],
    [
      'the event of its acceptance is cut short',
      [
        { ...accepted(fhevm.executor, input), data: accepted(fhevm.executor, input).data.slice(0, 200) as Hex },
        selected(fhevm.executor),
      ],
    ],
  ])('and not where %s', (_, logs) => {
    expect(claimedInputs(logs)).toEqual(new Map())
  })
})
