import * as z from 'zod/mini'
import { unlocked } from '../vault/state.ts'
import { item } from './item.ts'

/** Each has a place of its own, so that two pages with two forms never write over each other's. */
const place = (name: string) => item<unknown>('session', `draft ${name}`, z.unknown(), undefined)

/** A half-filled form: in memory only, gone with the lock; never for a secret. Undefined where none is kept. */
export function readDraft(name: string): Promise<unknown> {
  return place(name).get()
}

export async function keepDraft(name: string, draft: unknown): Promise<void> {
  await place(name).set(draft)
  // Locked while this was on its way: nothing of it must stay.
  if ((await unlocked.get()) === null) await dropDraft(name)
}

export function dropDraft(name: string): Promise<void> {
  return place(name).remove()
}
