import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Folders of what others import from the package, below `dist/`, and the file that each begins with. */
export const libraries = {
  provider: 'extension/provider/connect.ts',
  webhooks: 'gateway/webhooks/receiver/receive.ts',
  client: 'shared/sotto-client.ts',
} as const

export type Library = keyof typeof libraries

/** One script without dependencies, and its types: for browsers, Node and what else there is. */
export async function buildLibrary(name: Library, folder: string): Promise<Metafile> {
  const entry = libraries[name]
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(folder, `${basename(entry, '.ts')}.js`),
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    metafile: true,
  })
  writeTypes(name, folder)
  return metafile
}

function writeTypes(name: Library, folder: string): void {
  const entry = libraries[name]
  const emit = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--allowImportingTsExtensions']
  // The types of what is put into the script are not asked for what they need themselves.
  const target = ['--target', 'es2022', '--lib', 'es2024,dom', '--module', 'nodenext', '--types', '', '--skipLibCheck']
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { status } = spawnSync(tsc, [...emit, ...target, '--rootDir', dirname(entry), '--outDir', folder, entry], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`no types of sotto/${name}`)
  for (const file of globSync('**/*.d.ts', { cwd: folder })) mendTypes(join(folder, file), folder)
}

/** What imports a `.ts` is for compilers that allow it; a `.js` stands for its types everywhere. Types of zod come along. */
function mendTypes(file: string, folder: string): void {
  const text = readFileSync(file, 'utf8').replaceAll(/((["'])\.{1,2}\/[^"']+)\.ts\2/g, '$1.js$2')
  const mended = text.replaceAll(/(["'])zod\/([\w/]+)\1/g, (_, quote: string, part: string) => {
    copyTypes(join(root, 'node_modules', 'zod'), `${part}/index.d.ts`, join(folder, 'zod'))
    const path = relative(dirname(file), join(folder, 'zod', part, 'index.js')).replaceAll('\\', '/')
    return `${quote}./${path}${quote}`
  })
  writeFileSync(file, mended)
}

/** A file of types, and those that it imports. */
function copyTypes(from: string, file: string, to: string): void {
  const target = join(to, file)
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(from, file), target)
  for (const [, path = ''] of readFileSync(target, 'utf8').matchAll(/["'](\.{1,2}\/[^"']+)\.js["']/g))
    copyTypes(from, relative(from, resolve(from, dirname(file), `${path}.d.ts`)), to)
}
