import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

type Manifest = { name: string; version: string; license?: string; repository?: string | { url?: string } }

/** The folder, within the project, of the package that a file belongs to. Undefined for a file of no package. */
export function packageFolder(file: string): string | undefined {
  return /(?<=^|\/)node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0]
}

/** Folders of the packages that a bundle has code of, in order. */
export function bundledPackages(metafile: Metafile): string[] {
  const folders = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).flatMap((file) => packageFolder(file) ?? []),
  )
  return [...new Set(folders)].sort()
}

/** One text with the licence of every package that is in a bundle, as their authors ask for. */
export function bundledLicenses(root: string, folders: readonly string[]): string {
  const intro = 'The scripts beside this file contain code of these packages.\n'
  return [intro, ...folders.map((folder) => licenseOf(join(root, folder)))].join('\n')
}

function licenseOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license = 'see its source', repository } = manifest
  const from = typeof repository === 'string' ? repository : (repository?.url ?? '')
  const all = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  // Of two licences to choose from this is the shorter one.
  const mit = all.filter((file) => /^license-mit/i.test(file))
  const texts = mit.length > 0 ? mit : all
  const said = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${'='.repeat(100)}`, `${name} ${version}`, `${license}  ${from}`.trim(), '', ...said, ''].join('\n')
}
