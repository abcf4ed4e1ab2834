import { identify } from '../auth/identify.ts'
import { readConfig } from '../config/config.ts'
import type { World } from '../world/world.ts'
import { openStore, type Store } from './open-store.ts'
import { env, run } from './server-admin-fixture.ts'

export const sotto = (...words: string[]) => run(words)

export async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env()))
  return work(store).finally(() => store.db.destroy())
}

export async function accountWithKey(name: string): Promise<string> {
  await sotto('migrate')
  await sotto('account', 'create', '--email', `${name}@example.org`)
  return (await sotto('api-key', 'create', '--email', `${name}@example.org`, '--label', name)).out.trim()
}

export const whoIs = (key: string) =>
  inStore(async (store) => (await identify(store as unknown as World, `Bearer ${key}`, undefined)).account.email)
