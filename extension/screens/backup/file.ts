import * as z from 'zod/mini'
import { fromBase64, toBase64 } from '../../vault/base64.ts'
import { keyOf } from '../../vault/derive.ts'
import { Box, importKey, open, seal } from '../../vault/seal.ts'

/**
 * The version decides how a passphrase becomes a key: Argon2id, 64 MiB, three passes, some 350 ms on a slow core. A file
 * names no parameters, so none can ask for more memory or time than this.
 */
const VERSION = 1
const KDF = { memory: 65_536, passes: 3 }

/** Far more than any backup has: a thousand sites are 300 KB. */
export const BACKUP_BYTES_MAX = 1_048_576

const Marked = z.object({ sotto: z.literal('backup'), version: z.number() })

/** A backup, as it is kept outside the browser. */
const SealedBackup = z.strictObject({
  sotto: z.literal('backup'),
  version: z.literal(VERSION),
  madeAt: z.iso.datetime(),
  /** 16 bytes, base64. */
  salt: z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/)),
  box: Box,
  /** SHA-256 of all the rest, base64: tells a file that was damaged from a passphrase that is wrong. It protects nothing. */
  sum: z.string(),
})
export type SealedBackup = z.infer<typeof SealedBackup>

export type BackupFlaw = 'too_large' | 'not_a_backup' | 'newer' | 'altered'

/** Seals a text under a passphrase. Answers the text of the file. */
export async function sealBackup(text: string, passphrase: string, now: number): Promise<string> {
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(16)))
  const head = { sotto: 'backup', version: VERSION, madeAt: new Date(now).toISOString(), salt } as const
  const box = await seal(await sealKeyOf(passphrase, salt), boundOf(head), text)
  return `${JSON.stringify({ ...head, box, sum: await sumOf({ ...head, box }) }, null, 2)}\n`
}

/** Looks whether a file is a whole backup of a known version. Takes no passphrase and no time. */
export async function readBackup(text: string): Promise<{ backup: SealedBackup } | { flaw: BackupFlaw }> {
  if (text.length > BACKUP_BYTES_MAX) return { flaw: 'too_large' }
  const raw = parsed(text)
  if (raw === undefined) return { flaw: /^\s*\{\s*"sotto"\s*:\s*"backup"/.test(text) ? 'altered' : 'not_a_backup' }
  const marked = Marked.safeParse(raw)
  if (!marked.success) return { flaw: 'not_a_backup' }
  if (marked.data.version > VERSION) return { flaw: 'newer' }
  const { data } = SealedBackup.safeParse(raw)
  return data !== undefined && data.sum === (await sumOf(data)) ? { backup: data } : { flaw: 'altered' }
}

/** The text that was sealed; undefined where the passphrase is another one. */
export async function openBackup(backup: SealedBackup, passphrase: string): Promise<string | undefined> {
  const key = await sealKeyOf(passphrase, backup.salt)
  return open(key, boundOf(backup), backup.box).catch(() => undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Head = Pick<SealedBackup, 'version' | 'madeAt' | 'salt'>

const boundOf = ({ version, madeAt, salt }: Head) => `sotto backup|${version}|${madeAt}|${salt}`

async function sumOf({ box: { iv, ct }, ...head }: Head & Pick<SealedBackup, 'box'>): Promise<string> {
  const bytes = new TextEncoder().encode([boundOf(head), iv, ct].join('|'))
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

async function sealKeyOf(passphrase: string, salt: string): Promise<CryptoKey> {
  return importKey(new Uint8Array(await keyOf(passphrase, fromBase64(salt), KDF)))
}
