import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Names of everything in the data folder. */
export function paths(dataDir: string) {
  return {
    root: dataDir,
    lock: join(dataDir, 'lock.db'),
    secrets: join(dataDir, 'secrets.json'),
    genesis: join(dataDir, 'genesis.json'),
    snapshot: join(dataDir, 'snapshot.json'),
    contracts: join(dataDir, 'contracts.json'),
    archive: join(dataDir, 'archive.db'),
    state: (generation: number) => join(dataDir, `state-${generation}.json.gz`),
    journal: (generation: number) => join(dataDir, `journal-${generation}.log`),
    ports: join(dataDir, 'ports.json'),
    anvil: join(dataDir, 'anvil'),
    anvilPid: join(dataDir, 'anvil.json'),
    cleartexts: join(dataDir, 'cleartexts.db'),
    tfhe: join(dataDir, 'tfhe'),
  }
}

export type Paths = ReturnType<typeof paths>

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Whole or not at all, whatever happens: written beside, flushed, renamed, and the folder flushed. Readable by its owner. */
export function writeDurably(file: string, data: string | Uint8Array): void {
  const beside = `${file}.new`
  const fd = openSync(beside, 'w', 0o600)
  try {
    let rest = typeof data === 'string' ? Buffer.from(data) : data
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(beside, file)
  flushFolder(dirname(file))
}

/** Makes a rename or a new file survive a power cut. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Undefined where the file does not exist. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
