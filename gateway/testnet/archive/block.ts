import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Hash, Hex } from 'viem'

export type Log = { address: Hex; topics: Hex[] }
type Receipt = { logs: Log[] }
type Transaction = { hash: Hash }
type Block = { number: Hex; hash: Hash; parentHash: Hash; transactions: Transaction[] }

/**
 * A block with its transactions whole, and their receipts in the same order. The node's own words, members that are not
 * named here included: what it answers of a transaction, a receipt or a log alone is what stands in here.
 */
export type WholeBlock = { block: Block; receipts: Receipt[] }

/** A quarter of the text's size: a payment takes 1.3 to 2.2 KB. */
export function pack(whole: WholeBlock): Buffer {
  return deflateRawSync(JSON.stringify(whole))
}

export function unpack(body: Buffer): WholeBlock {
  return JSON.parse(inflateRawSync(body).toString()) as WholeBlock
}

/** Bytes of that length in hexadecimal, with or without `0x`, as the node takes them. Undefined for anything else. */
export function bytesIn(value: unknown, length: number): Buffer | undefined {
  if (typeof value !== 'string') return undefined
  const digits = value.startsWith('0x') ? value.slice(2) : value
  return digits.length === 2 * length && /^[0-9a-f]*$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

/** Number of a block or place of a transaction, in the forms that the node takes. Undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string' || !/^(?:0x[0-9a-f]+|\d+)$/i.test(value)) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** What a filter may ask for, as the archive's index has it: an address, or a topic behind its position. */
export const addressWord = (address: Hex): Buffer => Buffer.from(address.slice(2), 'hex')
export const topicWord = (position: number, topic: Hex): Buffer =>
  Buffer.concat([Buffer.from([position]), Buffer.from(topic.slice(2), 'hex')])

/** Every word of the block's logs, once. */
export function wordsOf({ receipts }: WholeBlock): Buffer[] {
  const words = new Map<string, Buffer>()
  for (const { address, topics } of receipts.flatMap(({ logs }) => logs)) {
    words.set(address, addressWord(address))
    for (const [position, topic] of topics.entries()) words.set(`${position}${topic}`, topicWord(position, topic))
  }
  return [...words.values()]
}
