import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Box } from '../../vault/seal.ts'

/** What is too large for settings: sealed one by one, so that a stolen disk shows only how many there are. */
export type Kind = 'balances' | 'transaction' | 'nota'

export type SealedRecord = {
  profileId: string
  kind: Kind
  id: string
  /** Milliseconds since 1970, newest first in lists. */
  at: number
  box: Box
}

interface Schema extends DBSchema {
  records: {
    key: [string, Kind, string]
    value: SealedRecord
    indexes: { byTime: [string, Kind, number] }
  }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('sotto', 1, {
    upgrade(db) {
      const records = db.createObjectStore('records', { keyPath: ['profileId', 'kind', 'id'] })
      records.createIndex('byTime', ['profileId', 'kind', 'at'])
    },
    // A newer version of the wallet waits for this connection to close.
    blocking: () => void close(),
    terminated: () => {
      opened = undefined
    },
  })
  // A database that did not open is tried again at the next call.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function close(): Promise<void> {
  const db = await opened
  opened = undefined
  db?.close()
}
