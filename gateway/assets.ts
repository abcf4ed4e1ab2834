import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(import.meta.url)
const fromSource = here.endsWith('.ts')

/** `gateway/` when run from source, `dist/` when bundled, whatever chunk this module ended up in. */
const root = climbTo(fromSource ? 'gateway' : 'dist', dirname(here))

function climbTo(name: string, folder: string): string {
  if (folder.endsWith(`/${name}`) || folder.endsWith(`\\${name}`) || dirname(folder) === folder) return folder
  return climbTo(name, dirname(folder))
}

/** Absolute path of a file that ships beside the code, named as under `gateway/`: `asset('testnet/data/crs.bin.gz')`. */
export function asset(name: string): string {
  return join(root, name)
}

/** Absolute path of a script that runs as a process or worker of its own: `entry('testnet/process/process')`. */
export function entry(name: string): string {
  return join(root, name + (fromSource ? '.ts' : '.js'))
}
