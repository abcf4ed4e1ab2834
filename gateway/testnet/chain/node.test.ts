import { expect, test } from 'vitest'
import type { Entry } from '../journal/journal.ts'
import { catchUp, type Node } from './node.ts'

const done: unknown[] = []
function nodeAt(next: number): Node {
  done.length = 0
  const call = async (_: string, params: unknown[]) => void done.push(params[0])
  return {
    anvil: { rpc: { call } } as unknown as Node['anvil'],
    state: { automine: true, pool: new Map(), height: 1, hash: '0x1', time: 1 },
    next,
    lastOutcome: [],
  }
}

/** A journal whose entries set the balance of their own number. */
function tailOf(first: number, end: number) {
  const at = (sequence: number): Entry => ({ is: 'balance', address: `0x${sequence}`, wei: '0x1' })
  return { first, end, at }
}

test('a node catches up with what it has not seen', async () => {
  const node = nodeAt(3)
  await catchUp(node, tailOf(1, 6))
  expect(done).toEqual(['0x3', '0x4', '0x5'])
  expect(node.next).toBe(6)
})

test('a node that knows everything has nothing to do', async () => {
  await catchUp(nodeAt(6), tailOf(6, 6))
  expect(done).toEqual([])
})

test('a node from before the journal is not taken for caught up', async () => {
  await expect(catchUp(nodeAt(3), tailOf(4, 6))).rejects.toThrow('the journal begins at entry 4')
  await expect(catchUp(nodeAt(3), tailOf(6, 6))).rejects.toThrow('the journal begins at entry 6')
})
