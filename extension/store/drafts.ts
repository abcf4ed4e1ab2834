import * as z from 'zod/mini'
import { item } from './item.ts'

/** Each has a place of its own, so that two pages with two forms never write over each other's. */
const place = (name: string) => item<unknown>('session', `draft ${name}`, z.unknown(), undefined)

/** A half-filled form: in memory only, gone with the lock; never for a secret. Undefined where none is kept. */
export function readDraft(name: string): Promise<unknown> {
  return place(name).get()
}

export function keepDraft(name: string, draft: unknown): Promise<void> {
  return place(name).set(draft)
}

export function dropDraft(name: string): Promise<void> {
  return place(name).remove()
}
