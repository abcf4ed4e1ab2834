import type * as z from 'zod/mini'
import { open, seal } from '../../vault/seal.ts'
import { database, type Kind, type SealedRecord } from './database.ts'

const bound = ({ profileId, kind, id }: Pick<SealedRecord, 'profileId' | 'kind' | 'id'>) =>
  `sotto record|1|${profileId}|${kind}|${id}`

export type Entry<T> = { id: string; at: number; value: T }

/** Sealed values of one kind. Each opens only at its own place; one that does not open or parse is left out. */
export function sealedStore<T>(kind: Kind, schema: z.ZodMiniType<T>) {
  const reveal = async (key: CryptoKey, record: SealedRecord): Promise<Entry<T> | undefined> => {
    try {
      const value = schema.parse(JSON.parse(await open(key, bound(record), record.box)))
      return { id: record.id, at: record.at, value }
    } catch {
      return undefined
    }
  }
  return {
    async put(key: CryptoKey, profileId: string, entries: Entry<T>[]): Promise<void> {
      const records = await Promise.all(
        entries.map(async ({ id, at, value }) => {
          const place = { profileId, kind, id }
          return { ...place, at, box: await seal(key, bound(place), JSON.stringify(value)) }
        }),
      )
      const transaction = (await database()).transaction('records', 'readwrite')
      await Promise.all([...records.map((record) => transaction.store.put(record)), transaction.done])
    },

    async get(key: CryptoKey, profileId: string, id: string): Promise<Entry<T> | undefined> {
      const record = await (await database()).get('records', [profileId, kind, id])
      return record && reveal(key, record)
    },

    /** The newest first. */
    async list(key: CryptoKey, profileId: string, limit: number): Promise<Entry<T>[]> {
      const index = (await database()).transaction('records').store.index('byTime')
      const records: SealedRecord[] = []
      let cursor = await index.openCursor(rangeOf(profileId, kind), 'prev')
      while (cursor !== null && records.length < limit) {
        records.push(cursor.value)
        cursor = await cursor.continue()
      }
      const entries = await Promise.all(records.map((record) => reveal(key, record)))
      return entries.filter((entry) => entry !== undefined)
    },

    async remove(profileId: string, id: string): Promise<void> {
      await (await database()).delete('records', [profileId, kind, id])
    },

    /** Keeps the newest of them. */
    async trim(profileId: string, keep: number): Promise<void> {
      const transaction = (await database()).transaction('records', 'readwrite')
      let cursor = await transaction.store.index('byTime').openCursor(rangeOf(profileId, kind), 'prev')
      if (keep > 0 && cursor !== null) cursor = await cursor.advance(keep)
      while (cursor !== null) {
        await cursor.delete()
        cursor = await cursor.continue()
      }
      await transaction.done
    },
  }
}

const rangeOf = (profileId: string, kind: Kind) =>
  IDBKeyRange.bound([profileId, kind, Number.NEGATIVE_INFINITY], [profileId, kind, Number.POSITIVE_INFINITY])

/** Everything that was kept of a gateway. */
export async function forgetProfile(profileId: string): Promise<void> {
  await (await database()).delete('records', IDBKeyRange.bound([profileId], [profileId, []]))
}

/** Every gateway of which something is kept. One step of the cursor for each: what it kept is stepped over. */
export async function keptProfileIds(): Promise<string[]> {
  const found: string[] = []
  let cursor = await (await database()).transaction('records').store.openKeyCursor()
  while (cursor !== null) {
    const [profileId] = cursor.key
    found.push(profileId)
    cursor = await cursor.continue(beyond(profileId))
  }
  return found
}

/** Greater than every key of a gateway: in IndexedDB's order a list comes after any text. */
const beyond = (profileId: string) => [profileId, []] as unknown as [string, Kind, string]

export async function forgetEverything(): Promise<void> {
  await (await database()).clear('records')
}
