import { join } from 'node:path'
import type { Hash, Hex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rpc } from '../chain/rpc.ts'
import { temporaryFolder } from '../test-kit.ts'
import { addressWord, topicWord, type WholeBlock } from './block.ts'
import { fillArchive } from './fill.ts'
import { type Archive, openArchive } from './store.ts'

let temporary: ReturnType<typeof temporaryFolder>
let archive: Archive
beforeEach(() => {
  temporary = temporaryFolder()
  archive = openArchive(join(temporary.folder, 'archive.db'))
})
afterEach(() => {
  archive.close()
  temporary.remove()
})

const word = (chain: string, kind: string, number: number): Hash =>
  `0x${Buffer.from(`${chain} ${kind} ${number}`).toString('hex').padEnd(64, '0')}`
const bytes = (hash: Hash) => Buffer.from(hash.slice(2), 'hex')
const even: Hex = `0x${'aa'.repeat(20)}`
const odd: Hex = `0x${'bb'.repeat(20)}`

/** A block with one transaction and one log, whose topics are the same in each and its number. */
function block(number: number, chain = 'a'): WholeBlock {
  const transaction = { hash: word(chain, 'transaction', number) }
  const log = { address: number % 2 === 0 ? even : odd, topics: [word('', 'all', 0), word('', 'topic', number)] }
  const [hash, parentHash] = [word(chain, 'block', number), word(chain, 'block', number - 1)]
  return {
    block: { number: `0x${number.toString(16)}`, hash, parentHash, transactions: [transaction] },
    receipts: [{ logs: [log] }],
  }
}

const blocks = (from: number, to: number, chain = 'a') =>
  Array.from({ length: to - from + 1 }, (_, index) => block(from + index, chain))

/** A node with so many blocks, which notes what it is asked for. */
function nodeWith(height: number, chain = 'a') {
  const asked: number[] = []
  const call = async (method: string, [at]: unknown[]) => {
    const number = Number(at)
    if (number > height) return null
    if (method === 'eth_getBlockReceipts') return block(number, chain).receipts
    asked.push(number)
    return block(number, chain).block
  }
  return { asked, rpc: { call } as unknown as Rpc }
}

test('gives back what was added, by number, hash and transaction', () => {
  archive.add(blocks(1, 5))
  expect(archive.height()).toBe(5)
  expect(archive.at(3)).toEqual(block(3))
  expect(archive.numberOf(bytes(word('a', 'block', 4)))).toBe(4)
  expect(archive.numberOfTransaction(bytes(word('a', 'transaction', 5)))).toBe(5)
  expect([archive.at(6), archive.numberOf(bytes(word('b', 'block', 4)))]).toEqual([undefined, undefined])
})

test.each([
  ['leaves a gap', blocks(4, 5)],
  ['is there already', blocks(2, 3)],
  ['is of another chain', blocks(3, 3, 'b')],
  ['follows on none of its own', [block(3), block(5)]],
])('a block that %s is refused, and those that come with it', (_, wrong) => {
  archive.add(blocks(1, 2))
  expect(() => archive.add(wrong)).toThrow("does not follow on the archive's newest one")
  expect([archive.height(), archive.numberOf(bytes(word('a', 'block', 3)))]).toEqual([2, undefined])
})

const [topics, all] = [
  [1, 7].map((number) => topicWord(1, word('', 'topic', number))),
  topicWord(0, word('', 'all', 0)),
]
test.each([
  ['no group at all', [], [2, 3, 4, 5, 6, 7]],
  ['one word', [[addressWord(even)]], [2, 4, 6]],
  ['two words of a group', [[addressWord(even), addressWord(odd)]], [2, 3, 4, 5, 6, 7]],
  ['two groups', [[addressWord(odd)], topics], [7]],
  ['groups that never meet', [[addressWord(even)], topics], []],
  ['a word that is nowhere', [[all], [addressWord(`0x${'cc'.repeat(20)}`)]], []],
  ['a topic in another place', [[topicWord(1, word('', 'all', 0))]], []],
  ['a group without words', [[all], []], []],
])('blocks of a range with %s', (_, groups, numbers) => {
  archive.add(blocks(1, 9))
  expect(archive.numbersWith(groups, 2, 7)).toEqual(numbers)
})

test('what no snapshot is without is copied anew, and nothing is doubled', async () => {
  await fillArchive(nodeWith(60).rpc, archive, 0, 20)
  await fillArchive(nodeWith(60).rpc, archive, 20, 50)
  const again = nodeWith(60, 'a')
  await fillArchive(again.rpc, archive, 20, 40)
  expect(again.asked).toEqual(Array.from({ length: 20 }, (_, index) => 21 + index))
  expect(archive.height()).toBe(40)
  expect(archive.numberOfTransaction(bytes(word('a', 'transaction', 45)))).toBe(undefined)
  expect(archive.numbersWith([[all]], 1, 60)).toHaveLength(40)
})

test('a copy that is cut short goes on where the snapshot is', async () => {
  await expect(fillArchive(nodeWith(30).rpc, archive, 0, 40)).rejects.toThrow('the node has no whole block 31')
  await fillArchive(nodeWith(40).rpc, archive, 0, 40)
  expect(blocks(1, 40).map(({ block: { number } }) => archive.at(Number(number)))).toEqual(blocks(1, 40))
})

test("another chain's blocks do not follow", async () => {
  await fillArchive(nodeWith(20).rpc, archive, 0, 20)
  await expect(fillArchive(nodeWith(40, 'b').rpc, archive, 20, 40)).rejects.toThrow('block 21 does not follow')
  expect(archive.height()).toBe(20)
})
