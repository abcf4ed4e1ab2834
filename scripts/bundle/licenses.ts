import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

type Manifest = { name: string; version: string; license?: string; repository?: string | { url?: string } }

/** Folders of the packages that a bundle has code of, in order. */
export function bundledPackages(metafile: Metafile): string[] {
  const folders = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  )
  return [...new Set(folders)].sort()
}

/** One text with the licence of every package that is in a bundle, as their authors ask for. */
export function bundledLicenses(root: string, folders: readonly string[]): string {
  const intro =
    'The JavaScript beside this file contains code of these packages, unchanged but for being put together.\n'
  return [intro, ...folders.map((folder) => licenseOf(join(root, folder)))].join('\n')
}

function licenseOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license = 'see its source', repository } = manifest
  const from = typeof repository === 'string' ? repository : (repository?.url ?? '')
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const said = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${'='.repeat(100)}`, `${name} ${version}`, `${license}  ${from}`.trim(), '', ...said, ''].join('\n')
}
