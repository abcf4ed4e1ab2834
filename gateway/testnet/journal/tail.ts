import { readdirSync, rmSync } from 'node:fs'
import type { Paths } from '../files.ts'
import { type Entry, type Journal, openJournal } from './journal.ts'

/** Everything journaled since the published snapshot, on disk and in memory, numbered through. */
export type Tail = {
  /** On disk when it returns. */
  append(entry: Entry): void
  at(sequence: number): Entry | undefined
  /** Sequence number that the next entry will get. */
  readonly end: number
  /** Sequence number of the first entry after the published snapshot. */
  readonly first: number
  /** Transactions and other changes in it. */
  weight(): number
  /** Begins a new journal file: what comes is not part of the snapshot that is being made. */
  cut(): { generation: number; first: number }
  /** The snapshot of that generation is published: forgets what it contains. */
  drop(generation: number, first: number): void
  close(): void
}

/**
 * Reads the journals from the snapshot's generation on, oldest first; older ones are in the snapshot and go away, as do newer
 * states, which a snapshot that was never published has left.
 */
export function openTail(paths: Paths, snapshotGeneration: number): Tail {
  const entries: Entry[] = []
  let first = 0
  let generation = snapshotGeneration
  let journal: Journal | undefined
  removeStale(paths, snapshotGeneration, true)
  const known = generationsOnDisk(paths).filter((found) => found >= snapshotGeneration)
  for (const found of known.length > 0 ? known : [snapshotGeneration]) {
    journal?.close()
    generation = found
    const opened = openJournal(paths.journal(found))
    journal = opened.journal
    entries.push(...opened.entries)
  }

  return {
    append(entry) {
      journal?.append(entry)
      entries.push(entry)
    },
    at: (sequence) => entries[sequence - first],
    get end() {
      return first + entries.length
    },
    get first() {
      return first
    },
    weight: () => entries.reduce((sum, entry) => sum + (entry.is === 'send' ? entry.raws.length : 1), 0),
    cut() {
      generation += 1
      const next = openJournal(paths.journal(generation)).journal
      journal?.close()
      journal = next
      return { generation, first: first + entries.length }
    },
    drop(published, firstOfIt) {
      entries.splice(0, firstOfIt - first)
      first = firstOfIt
      removeStale(paths, published, false)
    },
    close: () => journal?.close(),
  }
}

const JOURNAL = /^journal-(\d+)\.log$/
const ANY = /^(?:journal-(\d+)\.log|state-(\d+)\.json\.gz(?:\.new)?)$/

function generationsOnDisk(paths: Paths): number[] {
  const found = readdirSync(paths.root).flatMap((file) => JOURNAL.exec(file)?.[1] ?? [])
  return found.map(Number).sort((a, b) => a - b)
}

function removeStale(paths: Paths, generation: number, isStart: boolean): void {
  for (const file of readdirSync(paths.root)) {
    const [, journal, state] = ANY.exec(file) ?? []
    const found = Number(journal ?? state ?? generation)
    const isUnpublished = isStart && state !== undefined && found > generation
    if (found < generation || isUnpublished) rmSync(`${paths.root}/${file}`, { force: true })
  }
}
