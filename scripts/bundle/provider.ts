import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const entry = 'extension/provider/connect.ts'

/** What authors of web pages import as `sotto/provider`: one script without dependencies, its types, and how to use it. */
export async function buildProvider(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(folder, 'connect.js'),
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'extension/provider/PROVIDER.md'), join(folder, 'README.md'))
  const options = [
    '--ignoreConfig',
    '--declaration',
    '--emitDeclarationOnly',
    '--strict',
    '--allowImportingTsExtensions',
  ]
  const target = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--types', '']
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { status } = spawnSync(tsc, [...options, ...target, '--outDir', folder, entry], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('no types of sotto/provider')
  // What imports a `.ts` is for compilers that allow it; a `.js` stands for its types everywhere.
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.d.ts'))) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'"))
  }
}
