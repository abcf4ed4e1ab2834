import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type StateList, thinState } from './thin-state.ts'

async function thin(text: string, chunk: number, keep: (list: StateList, element: unknown) => boolean) {
  const pieces = Array.from({ length: Math.ceil(text.length / chunk) }, (_, index) =>
    Buffer.from(text.slice(index * chunk, (index + 1) * chunk)),
  )
  return (await buffer(Readable.from(pieces).pipe(thinState(keep)))).toString()
}

const element = (number: number) => ({ number, list: [[number], { blocks: [{}] }], text: `a "quoted\\", [${number}]}` })
const state = (blocks: number[], transactions: number[]) =>
  JSON.stringify({
    block: { number: '0x1' },
    accounts: { blocks: [{ number: 7 }], '0x1': { code: '0x', storage: { '0x0': '{[,' } } },
    best_block_number: 9,
    blocks: blocks.map(element),
    transactions: transactions.map(element),
    historical_states: null,
  })
const odd = (_: StateList, found: unknown) => (found as { number: number }).number % 2 === 1

test.each([
  ['nothing', [], [], [], []],
  ['all', [2, 4], [6], [], []],
  ['none', [1, 3], [5], [1, 3], [5]],
  ['the first', [2, 3, 5], [4, 7], [3, 5], [7]],
  ['one in the middle', [1, 2, 3], [1, 4, 6, 3], [1, 3], [1, 3]],
  ['the last', [1, 2], [3, 4], [1], [3]],
])(
  'of both lists %s is left out, whatever the pieces they come in',
  async (_, blocks, transactions, left, leftOver) => {
    for (const size of [1, 2, 3, 7, 11, 64, 10_000]) {
      expect(await thin(state(blocks, transactions), size, odd)).toBe(state(left, leftOver))
    }
  },
)

test('each list is told by its name', async () => {
  const text = state([1, 2], [1, 2])
  expect(await thin(text, 50, (list) => list === 'transactions')).toBe(state([], [1, 2]))
})
