// Writes npm-shrinkwrap.json beside package.json while npm packs, and takes it away again with `--remove`: an installation of
// the package gets the very versions that were tested. It is the lock file without what only development needs.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Entry = Record<string, unknown> & { dev?: true; devOptional?: true }
export type LockFile = { name: string; version: string; lockfileVersion: number; packages: Record<string, Entry> }

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const file = join(root, 'npm-shrinkwrap.json')

/** What of the lock file a user installs. `isPrebuilt` says of a package that it must not be compiled. */
export function shrinkwrap(lock: LockFile, isPrebuilt: (folder: string) => boolean): LockFile {
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true)
  const packages = kept.map(([folder, { devDependencies: _, devOptional, ...entry }]) => [
    folder,
    {
      ...entry,
      ...(devOptional ? { optional: true } : {}),
      // npm looks for this in the lock file alone, and would else call a compiler that most machines lack.
      ...(isPrebuilt(folder) ? { gypfile: false } : {}),
    },
  ])
  return { ...lock, packages: Object.fromEntries(packages) }
}

function declaresNoGyp(folder: string): boolean {
  const manifest = join(root, folder, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).gypfile === false
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--remove')) rmSync(file, { force: true })
  else {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
    writeFileSync(file, `${JSON.stringify(shrinkwrap(lock, declaresNoGyp), null, 2)}\n`)
  }
}
