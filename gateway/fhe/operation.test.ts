import { encodeAbiParameters, type Hex, pad, parseAbi, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { operationIn } from './operation.ts'

const [add] = parseAbi([
  'event FheAdd(address indexed caller, bytes32 lhs, bytes32 rhs, bytes1 scalarByte, bytes32 result)',
])
const handle = (digit: string): Hex => `0x${digit.repeat(64)}`
const [, ...fields] = add.inputs
const dataOf = (scalarByte: Hex) => encodeAbiParameters(fields, [handle('1'), handle('2'), scalarByte, handle('3')])
const [topic, caller, data] = [toEventSelector(add), pad('0x01'), dataOf('0x00')]

test.each([
  ['encrypted', '0x00', false],
  ['a number', '0x01', true],
] as const)('an event of the executor whose second operand is %s', (_, flag, scalar) => {
  const operation = { name: 'FheAdd', lhs: handle('1'), rhs: handle('2'), result: handle('3'), scalar }
  expect(operationIn({ topics: [topic, caller], data: dataOf(flag) })).toEqual(operation)
})

test.each<[string, readonly Hex[], Hex]>([
  ['no topic', [], data],
  ['the topic of another event', [handle('4'), caller], data],
  ['no caller', [topic], data],
  ['a third topic', [topic, caller, caller], data],
  ['no data', [topic, caller], '0x'],
  ['data that lacks a byte', [topic, caller], data.slice(0, -2) as Hex],
  ['a flag that the executor refuses', [topic, caller], dataOf('0x02')],
])('%s: no operation', (_, topics, bytes) => {
  expect(operationIn({ topics, data: bytes })).toBeUndefined()
})
