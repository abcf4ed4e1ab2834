import { chmodSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { pack, unpack, type WholeBlock, wordsOf } from './block.ts'

/** Blocks that the node is rid of, whole, from block 1 on without a gap; block 0 stays with the node. */
export type Archive = {
  /** Number of the newest one. 0 where there is none. */
  height(): number
  /** On disk when it returns. They follow on the newest one. */
  add(blocks: WholeBlock[]): void
  /** Forgets blocks above that one: of a snapshot that was never published. */
  forgetAbove(number: number): void
  at(number: number): WholeBlock | undefined
  /** Number of the block with that hash. */
  numberOf(hash: Buffer): number | undefined
  /** Number of the block with that transaction. */
  numberOfTransaction(hash: Buffer): number | undefined
  /** Blocks of a range, in order, whose logs have a word out of every group; the logs themselves may not match. */
  numbersWith(groups: Buffer[][], from: number, to: number): number[]
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS block (number INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS place (hash BLOB PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS word (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS mention (word INTEGER, number INTEGER, PRIMARY KEY (word, number)) WITHOUT ROWID;
`

/** Part of the chain is nowhere else: where blocks that were archived are gone, the chain is. */
export function openWholeArchive(file: string, archived: number): Archive {
  const archive = openArchive(file)
  const height = archive.height()
  if (height >= archived) return archive
  archive.close()
  throw new Error(`archive.db ends at block ${height}; blocks up to ${archived} should be there`)
}

export function openArchive(file: string): Archive {
  const db = new Sqlite(file)
  chmodSync(file, 0o600)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(SCHEMA)
  const height = db.prepare('SELECT coalesce(max(number), 0) FROM block').pluck()
  const body = db.prepare('SELECT body FROM block WHERE number = ?').pluck()
  const numberOf = db.prepare('SELECT number FROM block WHERE hash = ?').pluck()
  const numberOfTransaction = db.prepare('SELECT number FROM place WHERE hash = ?').pluck()
  const wordId = db.prepare('SELECT id FROM word WHERE bytes = ?').pluck()
  const range = db.prepare('SELECT number FROM block WHERE number BETWEEN ? AND ? ORDER BY number').pluck()
  const mentions = db
    .prepare(`SELECT DISTINCT number FROM mention
    WHERE word IN (SELECT value FROM json_each(?)) AND number BETWEEN ? AND ? ORDER BY number`)
    .pluck()
  const addBlock = db.prepare('INSERT INTO block (number, hash, body) VALUES (?, ?, ?)')
  const addPlace = db.prepare('INSERT INTO place (hash, number) VALUES (?, ?)')
  const addWord = db.prepare('INSERT INTO word (bytes) VALUES (?) ON CONFLICT DO NOTHING')
  const addMention = db.prepare('INSERT INTO mention (word, number) SELECT id, ? FROM word WHERE bytes = ?')

  function at(number: number): WholeBlock | undefined {
    const found = body.get(number) as Buffer | undefined
    return found && unpack(found)
  }

  function add(whole: WholeBlock): void {
    const [number, hash] = [Number(whole.block.number), bytes(whole.block.hash)]
    const before = at(number - 1)
    if (number !== (height.get() as number) + 1 || (before && before.block.hash !== whole.block.parentHash)) {
      throw new Error(`block ${number} does not follow on the archive's newest one`)
    }
    addBlock.run(number, hash, pack(whole))
    for (const transaction of whole.block.transactions) addPlace.run(bytes(transaction.hash), number)
    for (const word of wordsOf(whole)) {
      addWord.run(word)
      addMention.run(number, word)
    }
  }

  return {
    height: () => height.get() as number,
    add: db.transaction((blocks: WholeBlock[]) => blocks.forEach(add)),
    forgetAbove: db.transaction((number: number) => {
      if ((height.get() as number) <= number) return
      for (const table of ['block', 'place', 'mention']) db.prepare(`DELETE FROM ${table} WHERE number > ?`).run(number)
    }),
    at,
    numberOf: (hash) => numberOf.get(hash) as number | undefined,
    numberOfTransaction: (hash) => numberOfTransaction.get(hash) as number | undefined,
    numbersWith(groups, from, to) {
      const lists = groups.map((words) => {
        const ids = words.flatMap((word) => (wordId.get(word) as number | undefined) ?? [])
        return mentions.all(JSON.stringify(ids), from, to) as number[]
      })
      const [first = range.all(from, to) as number[], ...others] = lists
      const sets = others.map((list) => new Set(list))
      return first.filter((number) => sets.every((set) => set.has(number)))
    },
    close: () => db.close(),
  }
}

const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')
