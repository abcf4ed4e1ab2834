import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Head, headNow } from '../../audit/store.ts'
import { makeFile } from '../../config/folder-owner.ts'
import type { Db } from '../../db/database.ts'

/** Beside the database: anyone who can only write that cannot make this agree with a log that was cut. */
export const AUDIT_HEAD_FILE = 'audit-head'

/** Position and MAC in one word, for people to keep elsewhere. */
export function formatHead({ position, mac }: Head): string {
  return `${position}:${mac}`
}

/** Undefined where it is none. */
export function parseHead(text: string): Head | undefined {
  const [, position, mac] = /^(\d{1,15}):([\w-]+)$/.exec(text.trim()) ?? []
  return position === undefined || mac === undefined ? undefined : { position: Number(position), mac }
}

export function keptHead(dir: string): Head[] {
  const file = join(dir, AUDIT_HEAD_FILE)
  const head = existsSync(file) ? parseHead(readFileSync(file, 'utf8')) : undefined
  return head === undefined ? [] : [head]
}

/** Never goes back: a log that is shorter than the head says was cut, and has to show so. */
export async function keepHead(db: Db, dir: string): Promise<void> {
  const head = await headNow(db)
  if (head === undefined || (keptHead(dir)[0]?.position ?? 0) >= head.position) return
  const file = join(dir, AUDIT_HEAD_FILE)
  makeFile(`${file}.new`)
  writeFileSync(`${file}.new`, `${formatHead(head)}\n`)
  renameSync(`${file}.new`, file)
}

const KEEP_EVERY_MS = 2_000

/** Keeps it while the gateway runs. Resolves once the last one is kept, after the signal. */
export async function keepHeads(
  world: { db: Db; clock: { sleep(ms: number, signal?: AbortSignal): Promise<void> }; closing: AbortSignal },
  dir: string,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!world.closing.aborted) {
    await keepHead(world.db, dir).catch(failed)
    await world.clock.sleep(KEEP_EVERY_MS, world.closing)
  }
  await keepHead(world.db, dir).catch(failed)
}
