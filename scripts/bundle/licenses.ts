import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  const said = textsIn(folder) ?? [keptText(name, from)]
  // A bundle has code of Vite itself, and none of what that is made of.
  const own = name === 'vite' ? said.map((text) => text.split(/^# Licenses of bundled/m)[0]?.trim()) : said
  return [`${'='.repeat(100)}`, `${name} ${version}`, `${license}  ${from}`.trim(), '', ...own, ''].join('\n')
}

/** The licences that a package comes with: files of their own, else a part of its README. */
function textsIn(folder: string): string[] | undefined {
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
  const all = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  // Of two licences to choose from this is the shorter one.
  const mit = all.filter((file) => /^license-mit/i.test(file))
  const texts = mit.length > 0 ? mit : all
  if (texts.length > 0) return texts.map(textOf)
  const readme = existsSync(join(folder, 'README.md')) ? textOf('README.md') : ''
  const part = readme.split(/^(?=#+ )/m).find((each) => /^#+ licen[cs]e\n[\s\S]*copyright/i.test(each))
  return part === undefined ? undefined : [part.replace(/^.*\n/, '').trim()]
}

/** The licence of a package that comes without its text, as the package's repository has it. */
function keptText(name: string, repository: string): string {
  const kept = `texts/${basename(repository, '.git')}.txt`
  const file = join(import.meta.dirname, kept)
  if (!existsSync(file)) throw new Error(`${name} has no licence text: put the one of its repository into ${kept}`)
  return readFileSync(file, 'utf8').trim()
}
