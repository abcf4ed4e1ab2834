import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { ofGateway } from '../../../scripts/bundle/gateway.ts'
import { BUILT } from './process.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..', '..')

/**
 * For a whole run: `gateway.ts` in a bundle, which starts in a third of the time, where tests start what is built. Workers
 * and files that it reads are those of `dist`, since it takes itself for a module of that folder.
 */
export default async function setUp(): Promise<void> {
  if (process.env.SOTTO_TEST_BUILD !== '1') return
  const folder = join(root, 'node_modules', '.cache', 'sotto-chaos')
  rmSync(folder, { recursive: true, force: true })
  await build({
    ...ofGateway(root),
    entryPoints: [join(here, 'gateway.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'dist', 'chaos.js')).href) },
  })
  process.env[BUILT] = join(folder, 'gateway.mjs')
}
