import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHeld } from '../../db/folder-lock.ts'

/** In the network's folder while a gateway runs: where it listens, whatever the settings of another terminal say. */
const LISTENER_FILE = 'listening'

export function nameListener(dir: string, url: string): { remove(): void } {
  const file = join(dir, LISTENER_FILE)
  writeFileSync(file, `${url}\n`, { mode: 0o600 })
  return { remove: () => rmSync(file, { force: true }) }
}

/**
 * Undefined where no process holds the folder: the address that a killed gateway left may be another one's by now. And while
 * the one that does is no gateway, or does not listen yet.
 */
export function listenerIn(dir: string): string | undefined {
  if (!isHeld(dir)) return undefined
  const file = join(dir, LISTENER_FILE)
  const url = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return URL.canParse(url) ? url : undefined
}
