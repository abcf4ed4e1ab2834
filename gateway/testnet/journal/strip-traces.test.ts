import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { stripTraces } from './strip-traces.ts'

async function strip(text: string, chunk: number): Promise<string> {
  const pieces = Array.from({ length: Math.ceil(text.length / chunk) }, (_, index) =>
    Buffer.from(text.slice(index * chunk, (index + 1) * chunk)),
  )
  return (await buffer(Readable.from(pieces).pipe(stripTraces()))).toString()
}

const traced = (traces: unknown[]) =>
  JSON.stringify({ transactions: [{ info: { traces, nonce: 1 } }, { info: { traces } }] })

test.each([
  ['nothing', []],
  ['a call', [{ depth: 1, data: '0x12' }]],
  ['lists in lists', [[[1], []], { steps: [[2]] }]],
  ['brackets and quotes in strings', ['a ] b', 'c \\ ] "', '[[', '\\']],
])('traces with %s go, whatever the pieces they come in', async (_, traces) => {
  for (const size of [1, 2, 3, 7, 10, 11, 64, 10_000]) expect(await strip(traced(traces), size)).toBe(traced([]))
})

test('everything else stays, a string that looks like traces included', async () => {
  const text = JSON.stringify({ note: '"traces":[1,2]', list: [1, [2]], traces: 'none' })
  for (const size of [1, 5, 1_000]) expect(await strip(text, size)).toBe(text)
})
