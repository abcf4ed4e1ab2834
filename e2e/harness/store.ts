import { openStore, type Store } from '../../gateway/cli/open-store.ts'
import { readConfig } from '../../gateway/config/config.ts'

/** A gateway's database beside it, as the command line opens it. */
export function storeOf(dataDir: string, settings: Record<string, string> = {}): Promise<Store> {
  return openStore(readConfig({ SOTTO_DATA_DIR: dataDir, ...settings }))
}

/** Opens it, and closes it again. */
export async function withStore<T>(
  dataDir: string,
  work: (store: Store) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const store = await storeOf(dataDir, settings)
  try {
    return await work(store)
  } finally {
    await store.db.destroy()
  }
}
