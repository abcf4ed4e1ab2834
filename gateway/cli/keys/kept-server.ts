import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFile } from '../../config/folder-owner.ts'
import { type Db, isPostgres } from '../../db/database.ts'
import { type ServerIdentity, serverIdentity } from '../../db/postgres/server-identity.ts'

/** Beside the database, which goes over to another server with all that is in it. */
export const SERVER_FILE = 'database-server'

function keptServer(dir: string): ServerIdentity | undefined {
  const file = join(dir, SERVER_FILE)
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  const [, system, timeline] = /^(\d{1,20}) (\d{1,10})$/.exec(text) ?? []
  return system === undefined ? undefined : { system, timeline: Number(timeline) }
}

/** Keeps which server this gateway first met, where none is kept yet: another one shows until a person has looked. */
export async function keepServer(db: Db, dir: string): Promise<void> {
  if (isPostgres(db) && keptServer(dir) === undefined) await resetKeptServer(db, dir)
}

/** Once a person knows what became of the one that was kept. */
export async function resetKeptServer(db: Db, dir: string): Promise<void> {
  const now = isPostgres(db) ? await serverIdentity(db) : undefined
  if (now === undefined) return
  const file = join(dir, SERVER_FILE)
  makeFile(`${file}.new`)
  writeFileSync(`${file}.new`, `${now.system} ${now.timeline}\n`)
  renameSync(`${file}.new`, file)
}

/** What became of the server since the one that is kept; undefined where it is the same, or neither can be told. */
export async function serverChanged(db: Db, dir: string): Promise<string | undefined> {
  const kept = keptServer(dir)
  const now = kept !== undefined && isPostgres(db) ? await serverIdentity(db) : undefined
  if (kept === undefined || now === undefined) return undefined
  if (now.system !== kept.system)
    return 'the database is on another server than before, which is no standby of that one'
  if (now.timeline === kept.timeline) return undefined
  return `another server was promoted (timeline ${kept.timeline} before, ${now.timeline} now): after asynchronous replication the last commits of the old one are gone`
}
