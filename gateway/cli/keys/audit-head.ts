import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Head, hasEntry, headNow } from '../../audit/store.ts'
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

/**
 * Goes on only while the log has the entry that was kept: one that was cut, or replaced, has to show so, however much is
 * added to it. False where it has it no more.
 */
export async function keepHead(db: Db, dir: string): Promise<boolean> {
  const [kept] = keptHead(dir)
  const head = await headNow(db)
  if (kept !== undefined && !(await hasEntry(db, kept))) return false
  if (head !== undefined && head.position !== kept?.position) write(dir, head)
  return true
}

/** Once a person has acknowledged what became of the one that was kept. */
export async function resetKeptHead(db: Db, dir: string): Promise<void> {
  const head = await headNow(db)
  if (head !== undefined) write(dir, head)
}

function write(dir: string, head: Head): void {
  const file = join(dir, AUDIT_HEAD_FILE)
  makeFile(`${file}.new`)
  writeFileSync(`${file}.new`, `${formatHead(head)}\n`)
  renameSync(`${file}.new`, file)
}

const KEEP_EVERY_MS = 2_000

/**
 * Keeps it while the gateway runs. Resolves once the last one is kept, after the signal. `broken`: told each time that the
 * log begins to lack the entry that was kept.
 */
export async function keepHeads(
  world: { db: Db; clock: { sleep(ms: number, signal?: AbortSignal): Promise<void> }; closing: AbortSignal },
  dir: string,
  { failed, broken }: { failed(error: unknown): void; broken(): void },
): Promise<void> {
  let isKept = true
  const keep = async () => {
    const was = isKept
    isKept = await keepHead(world.db, dir)
    if (was && !isKept) broken()
  }
  while (!world.closing.aborted) {
    await keep().catch(failed)
    await world.clock.sleep(KEEP_EVERY_MS, world.closing)
  }
  await keep().catch(failed)
}
