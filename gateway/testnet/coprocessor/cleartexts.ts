import { chmodSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { type Hex, hexToBytes } from 'viem'

export type Computed = { handle: Hex; value: bigint }

export type BlockMark = { number: number; hash: Hex }

/** Handle → cleartext, and how far along the chain the coprocessor is. */
export type Cleartexts = {
  get(handle: Hex): bigint | undefined
  /** On disk when it returns: an input's cleartext is nowhere else. */
  put(values: Computed[]): void
  /** Applies what a run of blocks computed, together with the marks that they are done. */
  advance(work: () => void, blocks: BlockMark[]): void
  /** Marks of the newest blocks that were followed, newest first. */
  marks(): BlockMark[]
  /** Forgets marks above a block, after a reorganisation. Cleartexts stay: a handle never changes its meaning. */
  rewind(above: number): void
  close(): void
}

const MARKS = 256

export function openCleartexts(file: string): Cleartexts {
  const db = new Sqlite(file)
  chmodSync(file, 0o600)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`
    CREATE TABLE IF NOT EXISTS cleartext (handle BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS followed (number INTEGER PRIMARY KEY, hash TEXT NOT NULL);
  `)
  const select = db.prepare('SELECT value FROM cleartext WHERE handle = ?').pluck()
  const insert = db.prepare('INSERT INTO cleartext (handle, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const mark = db.prepare('INSERT OR REPLACE INTO followed (number, hash) VALUES (?, ?)')
  const trim = db.prepare('DELETE FROM followed WHERE number <= ?')
  const unmark = db.prepare('DELETE FROM followed WHERE number > ?')
  const list = db.prepare('SELECT number, hash FROM followed ORDER BY number DESC')

  function put(values: Computed[]): void {
    for (const { handle, value } of values) insert.run(hexToBytes(handle), value.toString())
  }

  return {
    get(handle) {
      const value = select.get(hexToBytes(handle)) as string | undefined
      return value === undefined ? undefined : BigInt(value)
    },
    put: db.transaction(put),
    advance: db.transaction((work: () => void, blocks: BlockMark[]) => {
      work()
      for (const { number, hash } of blocks) mark.run(number, hash)
      trim.run((blocks.at(-1)?.number ?? 0) - MARKS)
    }),
    marks: () => list.all() as BlockMark[],
    rewind: (above) => {
      unmark.run(above)
    },
    close: () => db.close(),
  }
}
