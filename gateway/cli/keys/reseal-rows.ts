import { sql } from 'kysely'
import type { Keyring, Sealed } from '../../crypto/keyring.ts'
import { atomically, type Database, isPostgres } from '../../db/database.ts'
import { keepingMac } from '../../db/row-macs.ts'
import { overwriteDeleted } from '../../db/sqlite.ts'
import { sealedColumns } from '../backup/open-everything.ts'

const AT_ONCE = 200

type Row = { row: string; value: Sealed }

/**
 * Seals every row under the newest data key. A batch is one commit, and a value changes only if it is still what was
 * opened: this can be killed anywhere, run again, and run beside a gateway that knows the key. Returns how many it sealed.
 */
export async function resealRows(db: Database, keys: Keyring, progress: (sealed: number) => void): Promise<number> {
  // What is overwritten or deleted leaves no bytes behind in the file.
  if (!isPostgres(db)) await overwriteDeleted(db)
  let sealed = 0
  for (const [table, column, name] of sealedColumns) {
    for (let some = AT_ONCE; some === AT_ONCE; ) {
      some = await resealSome(db, keys, { table, column, name })
      sealed += some
      if (some > 0) progress(sealed)
    }
  }
  return sealed
}

type Column = { table: string; column: string; name: string }

function resealSome(db: Database, keys: Keyring, { table, column, name }: Column): Promise<number> {
  const [what, where, from] = [sql.ref(column), sql.ref(name), sql.table(table)]
  return atomically(db, async (trx) => {
    const { rows } = await sql<Row>`
      select ${where} as "row", ${what} as value from ${from}
      where ${what} like 'v%.%' and ${what} not like ${`v${keys.version()}.%`} limit ${AT_ONCE}`.execute(trx)
    for (const { row, value } of rows) {
      const place = { table, column, row }
      const again = keys.seal(place, keys.open(place, value))
      const write = () =>
        sql`update ${from} set ${what} = ${again} where ${where} = ${row} and ${what} = ${value}`.execute(trx)
      // The only table of which a MAC covers what is sealed.
      if (table === 'accounts') await keepingMac(trx, keys, table, row, write)
      else await write()
    }
    return rows.length
  })
}
