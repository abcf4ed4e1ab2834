// What the built extension weighs: `node scripts/extension/sizes.ts`, after `npm run extension`.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { filesOf, folders } from './files.ts'
import { packed } from './pack.ts'

export type Weight = {
  what: string
  /** Files, as paths inside the build. */
  files: string[]
  kilobytes: number
  /** The most it may be, in the same kilobytes (1024 bytes). */
  budget: number
}

const imported = /\b(?:import|export)\s*(?:[\w$*{][^'"()]*?from\s*)?["'](\.{1,2}\/[^"']+)["']/g
const loaded = /<script[^>]*\ssrc="\/([^"]+)"/g

/** The scripts that have to be there before anything of an entry runs: its own, and what those import statically. */
export function firstLoad(folder: string, entry: string): string[] {
  const text = readFileSync(join(folder, entry), 'utf8')
  const begun = entry.endsWith('.html') ? [...text.matchAll(loaded)].map(([, path = '']) => path) : [entry]
  const files = new Set(begun)
  // A set that grows while it is walked is walked to its end.
  for (const file of files) {
    for (const [, path = ''] of readFileSync(join(folder, file), 'utf8').matchAll(imported))
      files.add(posix.join(posix.dirname(file), path))
  }
  return [...files]
}

/** Every file gzipped on its own, as other wallets were measured. */
const gzipped = (folder: string, files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0)

/** The largest chunk of this name: of words, that of the language that says it longest. */
function heaviest(folder: string, name: string): string {
  const ofName = filesOf(folder).filter(({ path }) => path.startsWith(`chunks/${name}-`))
  return ofName.toSorted((one, other) => other.bytes.length - one.bytes.length)[0]?.path ?? ''
}

/** What the scripts of a build weigh against what they may. */
export function scriptWeights(folder: string): Weight[] {
  const scripts = (what: string, files: string[], budget: number) => ({
    what,
    files,
    kilobytes: gzipped(folder, files) / 1024,
    budget,
  })
  return [
    scripts('popup, first load, gzip', firstLoad(folder, 'popup.html'), 60),
    scripts('popup in another language', [...firstLoad(folder, 'popup.html'), heaviest(folder, 'first')], 60),
    scripts('worker, gzip', firstLoad(folder, 'background.js'), 35),
    scripts('into an enabled page, gzip', ['bridge.js', 'inpage.js'], 5),
  ]
}

/** What a build weighs against what it may, its package too, which takes seconds. */
export async function weights(folder: string): Promise<Weight[]> {
  const kilobytes = (await packed(folder)).length / 1024
  return [...scriptWeights(folder), { what: 'package', files: [], kilobytes, budget: 500 }]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [browser, folder] of Object.entries(folders)) {
    for (const { what, files, kilobytes, budget } of await weights(folder)) {
      const line = `${browser.padEnd(8)} ${what.padEnd(28)} ${kilobytes.toFixed(1).padStart(6)} of ${budget} KB`
      process.stdout.write(`${line}  ${files.join(' ')}\n`)
    }
  }
}
