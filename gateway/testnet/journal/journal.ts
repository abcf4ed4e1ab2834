import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Hex } from 'viem'
import { flushFolder } from '../files.ts'

/**
 * All that ever changes the chain. Applying the same entries to the same state gives the same blocks, down to their
 * hashes; times are in seconds and recorded, so a replay needs no clock.
 */
export type Entry =
  /** Raw transactions that came together; one block takes them while automine is on. */
  | { is: 'send'; raws: Hex[]; at: number }
  | { is: 'mine'; blocks: number; at: number }
  | { is: 'automine'; on: boolean; at: number }
  | { is: 'rollback'; blocks: number }
  /** Before a snapshot: the node stands as one that loads it (see `reload`). */
  | { is: 'reload' }
  | { is: 'balance'; address: Hex; wei: Hex }

export type Journal = {
  /** Returns when the entry is on disk. Where it throws, the entry is not in the journal, nor half of it. */
  append(entry: Entry): void
  readonly size: number
  close(): void
}

/** Opens a journal, cutting off a torn last line: it was never acknowledged. Returns what it holds. */
export function openJournal(file: string): { journal: Journal; entries: Entry[] } {
  const fd = openSync(file, 'a+', 0o600)
  const { entries, bytes } = parse(readFileSync(file), file)
  ftruncateSync(fd, bytes)
  fdatasyncSync(fd)
  flushFolder(dirname(file))
  let size = bytes
  let broken: unknown
  const journal: Journal = {
    append(entry) {
      if (broken !== undefined) throw new Error('the journal cannot be written', { cause: broken })
      const line = Buffer.from(encode(entry))
      try {
        for (let rest = line; rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest))
        fdatasyncSync(fd)
        size += line.length
      } catch (error) {
        // A full disk may have taken half of the line, and a failed flush says nothing about what is on disk.
        broken = error
        ftruncateSync(fd, size)
        fdatasyncSync(fd)
        broken = undefined
        throw error
      }
    },
    get size() {
      return size
    },
    close: () => closeSync(fd),
  }
  return { journal, entries }
}

function encode(entry: Entry): string {
  const json = JSON.stringify(entry)
  return `${checksum(json)} ${json}\n`
}

/** A damaged line is a torn write only if nothing follows it; anywhere else it is a damaged disk, and we say so. */
function parse(data: Buffer, file: string): { entries: Entry[]; bytes: number } {
  const entries: Entry[] = []
  let bytes = 0
  while (bytes < data.length) {
    const end = data.indexOf(10, bytes)
    const line = data.toString('utf8', bytes, end === -1 ? data.length : end)
    const whole = end !== -1 && line.slice(0, 8) === checksum(line.slice(9))
    if (!whole) {
      if (end === -1 || end === data.length - 1) break
      throw new Error(`${file} is damaged at byte ${bytes}`)
    }
    entries.push(JSON.parse(line.slice(9)) as Entry)
    bytes = end + 1
  }
  return { entries, bytes }
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
