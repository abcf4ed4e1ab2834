import { setImmediate as breathe } from 'node:timers/promises'
import type { Hex } from 'viem'
import { addressWord, bytesIn, type Log, numberIn, topicWord } from './block.ts'
import type { Archive } from './store.ts'

export type LogFilter = Record<string, unknown>

/** Alternatives: an address, and topics by position. Undefined where anything will do. */
type Wanted = { address: Set<Hex> | undefined; topics: (Set<Hex> | undefined)[] }

/** Blocks between two breaths: bounds how long other requests wait, to some 20 ms of busy blocks. */
const STRIDE = 128

/**
 * The archive's logs of a range that a filter asks for, in their order, as comma-separated JSON. The filter is one that
 * the node has taken: whatever it refuses never gets here.
 */
export async function archivedLogs(archive: Archive, filter: LogFilter, from: number, to: number): Promise<string[]> {
  const wanted = wantedBy(filter)
  const words = wordsOf(wanted)
  const found: string[] = []
  for (let first = Math.max(from, 1); first <= to; first += STRIDE) {
    for (const number of archive.numbersWith(words, first, Math.min(first + STRIDE - 1, to))) {
      const logs = archive.at(number)?.receipts.flatMap((receipt) => receipt.logs.filter((log) => matches(log, wanted)))
      if (logs && logs.length > 0) found.push(JSON.stringify(logs).slice(1, -1))
    }
    await breathe()
  }
  return found
}

function wantedBy({ address, topics }: LogFilter): Wanted {
  const list = Array.isArray(topics) ? topics : []
  return { address: alternatives(address, 20), topics: list.map((topic) => alternatives(topic, 32)) }
}

/** One, several, or a null or nothing for any. */
function alternatives(value: unknown, length: number): Set<Hex> | undefined {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.length === 0 || values.some((one) => one === null || one === undefined)) return undefined
  return new Set(values.flatMap((one) => bytesIn(one, length) ?? []).map((one): Hex => `0x${one.toString('hex')}`))
}

function wordsOf({ address, topics }: Wanted): Buffer[][] {
  const ofTopics = topics.flatMap((topic, position) =>
    topic ? [[...topic].map((one) => topicWord(position, one))] : [],
  )
  return address ? [[...address].map(addressWord), ...ofTopics] : ofTopics
}

function matches(log: Log, { address, topics }: Wanted): boolean {
  if (address && !address.has(log.address)) return false
  return topics.every((topic, position) => {
    const there = log.topics[position]
    return topic === undefined || (there !== undefined && topic.has(there))
  })
}

/**
 * First and last block that the filter names by number. Undefined for other tags, which are of the node's newest blocks,
 * and for what the node refuses: it takes hexadecimal numbers only here.
 */
export function rangeOf({ fromBlock, toBlock }: LogFilter): { from: number | undefined; to: number | undefined } {
  return { from: bound(fromBlock), to: bound(toBlock) }
}

function bound(value: unknown): number | undefined {
  if (value === 'earliest') return 0
  return typeof value === 'string' && value.startsWith('0x') ? numberIn(value) : undefined
}
