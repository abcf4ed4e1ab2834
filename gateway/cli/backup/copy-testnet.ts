import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { copySqlite } from '../../db/copy.ts'
import { type Paths, paths } from '../../testnet/files.ts'

/**
 * Copies the offline test-net's folder while it may be running: the published snapshot, the journals since, older
 * blocks, and what its coprocessor knows. The newest journal goes first, so that an older one, which is complete once a newer exists,
 * is never copied short. False where a new snapshot was published meanwhile: then try again.
 */
export function copyTestnet(from: string, to: string): boolean {
  const [source, target] = [paths(from), paths(to)]
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const before = readFileSync(source.snapshot, 'utf8')
  const { generation } = JSON.parse(before) as { generation: number }
  try {
    for (const journal of journalsSince(source, generation).reverse()) {
      copy(source.journal(journal), target.journal(journal))
    }
    copy(source.state(generation), target.state(generation))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  for (const name of ['snapshot', 'secrets', 'genesis', 'contracts'] as const) {
    if (existsSync(source[name])) copy(source[name], target[name])
  }
  copyFolder(source.tfhe, target.tfhe)
  copySqlite(source.cleartexts, target.cleartexts)
  // It may hold more than the snapshot is without, never less.
  if (existsSync(source.archive)) copySqlite(source.archive, target.archive)
  return readFileSync(source.snapshot, 'utf8') === before && readFileSync(target.snapshot, 'utf8') === before
}

/** Changes whenever the chain does. */
export function stampOf(folder: string): string {
  const source = paths(folder)
  const { generation } = JSON.parse(readFileSync(source.snapshot, 'utf8')) as { generation: number }
  const sizes = journalsSince(source, generation).map(
    (journal) => `${journal}:${statSync(source.journal(journal)).size}`,
  )
  return [generation, ...sizes].join(' ')
}

function journalsSince({ root }: Paths, generation: number): number[] {
  const found = readdirSync(root).map((name) => Number(/^journal-(\d+)\.log$/.exec(name)?.[1] ?? -1))
  return found.filter((journal) => journal >= generation).sort((a, b) => a - b)
}

function copyFolder(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) if (!name.endsWith('.new')) copy(join(from, name), join(to, name))
}

function copy(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}
