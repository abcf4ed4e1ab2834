import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { identify } from '../auth/identify.ts'
import { readConfig } from '../config/config.ts'
import type { World } from '../world/world.ts'
import { openStore } from './open-store.ts'
import { createProgram } from './program.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own folder in them.

export let folder: string
export const EMAIL = 'ada@example.org'

export const env = (more: Record<string, string> = {}) => ({
  SOTTO_DATA_DIR: folder,
  SOTTO_PORT: '1',
  SOTTO_BACKUP_PASSPHRASE: 'a long passphrase',
  ...more,
})

export const dir = () => join(folder, 'offline')

/** For each test of a file a folder of its own, empty. */
export function administer(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sotto-admin-'))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = 0
    rmSync(folder, { recursive: true })
  })
}

/** Runs a command as a server admin would type it. */
export function sotto(line: string, more: Record<string, string> = {}): Promise<{ out: string; code: number }> {
  return run(line.split(' '), more)
}

export async function run(words: string[], more: Record<string, string> = {}): Promise<{ out: string; code: number }> {
  process.exitCode = 0
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  try {
    const program = await createProgram(env(more), words[0])
    await program.parseAsync(['node', 'sotto', ...words])
  } finally {
    write.mockRestore()
  }
  return { out, code: Number(process.exitCode ?? 0) }
}

export async function withKey(): Promise<string> {
  await sotto('migrate')
  await sotto(`account create --email ${EMAIL}`)
  return (await sotto(`api-key create --email ${EMAIL} --label x`)).out.trim()
}

/** Whose key this is, in the data folder as it stands now. */
export async function ownerOf(key: string, more: Record<string, string> = {}): Promise<string> {
  const store = await openStore(readConfig(env(more)))
  try {
    return (await identify(store as unknown as World, `Bearer ${key}`, undefined)).account.email
  } finally {
    await store.db.destroy()
  }
}
