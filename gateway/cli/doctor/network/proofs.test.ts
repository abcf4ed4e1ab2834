import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Computation } from '../../../fhe/computations.ts'
import { proofsFound } from './proofs.ts'

const handle = (digit: string): Hex => `0x${digit.repeat(64)}`
const select = (result: Hex): Computation['operation'] => ({
  name: 'FheIfThenElse',
  control: handle('1'),
  ifTrue: handle('2'),
  ifFalse: handle('3'),
  result,
})
const random = { name: 'FheRand', result: handle('9') } as Computation['operation']

const newest = (...computations: Computation[]) => ({
  moved: [{ hash: handle('f'), block: 7, handles: [handle('a')], computations }],
  from: 1,
  to: 9,
})

test('proven computations are counted by their formula, random numbers are not counted', () => {
  const found = proofsFound(newest({ operation: select(handle('a')), formula: 'of a block' }, { operation: random }))
  expect(found).toMatchObject([
    { what: 'transfer', state: 'ok', says: `${handle('f')} in block 7: ${handle('a')} of a block` },
    {
      what: 'handles',
      state: 'ok',
      says: '1 of 1 computation of 1 transaction is proven (1 of a block), blocks 1 to 9',
    },
  ])
})

test.each([
  ['no formula proves it', newest({ operation: select(handle('a')) }), 'NOT PROVEN', '; not: FheIfThenElse'],
  [
    'nothing there made the handle',
    newest({ operation: select(handle('b')) }),
    'NOT COMPUTED HERE',
    '; not: FheIfThenElse',
  ],
  [
    'what is proven there is another handle',
    newest({ operation: select(handle('b')), formula: 'of a block' }),
    'NOT COMPUTED HERE',
    '1 of 1 computation of 1 transaction is proven (1 of a block), blocks 1 to 9',
  ],
  [
    'nothing was computed',
    newest(),
    'NOT COMPUTED HERE',
    '0 of 0 computations of 1 transaction are proven (none), blocks 1 to 9',
  ],
])('%s: transfer and sum are bad, and the sum names what is not proven', (_, read, transfer, handles) => {
  const [moved, sum] = proofsFound(read)
  expect(moved).toMatchObject({ what: 'transfer', state: 'bad', says: expect.stringContaining(transfer) })
  expect(sum).toMatchObject({ what: 'handles', state: 'bad' })
  expect(sum?.says.endsWith(handles), sum?.says).toBe(true)
})

test('a token without transfers proves nothing', () => {
  expect(proofsFound({ moved: [], from: 1, to: 9 })).toMatchObject([{ what: 'handles', state: 'warn' }])
})
