import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the network's folder while a gateway runs: where it listens, whatever the settings of another terminal say. */
const LISTENER_FILE = 'listening'

export function nameListener(dir: string, url: string): { remove(): void } {
  const file = join(dir, LISTENER_FILE)
  writeFileSync(file, `${url}\n`, { mode: 0o600 })
  return { remove: () => rmSync(file, { force: true }) }
}

/** Undefined where none was started, or it ended in order. After a kill the address may be dead. */
export function listenerIn(dir: string): string | undefined {
  const file = join(dir, LISTENER_FILE)
  const url = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return URL.canParse(url) ? url : undefined
}
