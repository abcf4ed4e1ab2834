import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { MASTER_KEY_FILE, waitingKeys } from '../../crypto/master-key.ts'
import { leftovers } from '../backup/leftovers.ts'
import { systemWords } from '../explain.ts'
import { isThere } from '../open-store.ts'
import { quoted } from '../print.ts'
import { bad, type Finding, ok, reason, warn } from './finding.ts'

const LOW_BYTES = 500 * 1024 * 1024

/** The data folder: whether it is there, whether others can look into it, and whether there is room. */
export function checkFiles(config: Config, dir: string): Finding[] {
  try {
    if (!isThere(dir)) return [warn('data folder', `${dir} does not exist yet`, 'start the gateway once')]
    return [folder(dir), ...masterKeyFile(config, dir), ...left(dir), ...readable(dir), space(dir)]
  } catch (error) {
    return [bad('data folder', systemWords(error) ?? reason(error), 'run this as the user of the gateway')]
  }
}

function folder(dir: string): Finding {
  const mode = modeOf(dir)
  if ((mode & 0o077) === 0) return ok('data folder', `${dir}, mode ${mode.toString(8)}`)
  return bad('data folder', `others can look into ${dir} (mode ${mode.toString(8)})`, `chmod 700 ${quoted(dir)}`)
}

/** One that is missing is told with the database that needs it. */
function masterKeyFile(config: Config, dir: string): Finding[] {
  if (config.SOTTO_MASTER_KEY !== undefined) return [ok('master key', 'comes from SOTTO_MASTER_KEY')]
  const file = join(dir, MASTER_KEY_FILE)
  const found = isThere(file) ? [modeOfKey(file)] : []
  const waiting = waitingKeys(dir)
  if (waiting.length === 0) return found
  return [...found, warn('master key', 'a rotation or a first start was cut short', 'sotto master-key rotate')]
}

function modeOfKey(file: string): Finding {
  const mode = modeOf(file)
  if ((mode & 0o077) === 0) return ok('master key', `${file}, mode ${mode.toString(8)}`)
  return bad(
    'master key',
    `others can read ${file} (mode ${mode.toString(8)})`,
    `chmod 600 ${quoted(file)}; then sotto master-key rotate`,
  )
}

/** A copy of everything that a killed backup or restore has left. */
function left(dir: string): Finding[] {
  return leftovers(dir).map((folder) =>
    warn(
      'leftovers',
      `${folder} is a copy of the data that a killed backup or restore has left`,
      `rm -r ${quoted(folder)}, or start the gateway`,
    ),
  )
}

/** Files that were copied in by hand, or made under another umask. */
function readable(dir: string): Finding[] {
  const open = readdirSync(dir).filter((name) => (modeOf(join(dir, name)) & 0o007) !== 0)
  if (open.length === 0 || (modeOf(dir) & 0o077) === 0) return []
  return [bad('file modes', `everybody can read ${open.join(', ')}`, `chmod -R go= ${quoted(dir)}`)]
}

function space(dir: string): Finding {
  const { bavail, bsize } = statfsSync(dir)
  const free = `${Math.floor((bavail * bsize) / 1024 ** 2)} MiB free`
  return bavail * bsize < LOW_BYTES ? warn('disk', free, 'make room before payments stop') : ok('disk', free)
}

/** 0 of a link that leads nowhere, and of a file that has gone meanwhile: they let nobody in. */
function modeOf(file: string): number {
  if (process.platform === 'win32') return 0o700
  return (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
}
