import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

const entries = { account: 'gateway/pages/account/main.tsx', verify: 'gateway/pages/verify/main.ts' }

export type PageName = keyof typeof entries

/** The script of one of the gateway's own pages, made for the browser. */
export async function bundlePage(name: PageName): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entries[name]],
    outfile: `${name}.js`,
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'inline',
    logLevel: 'warning',
  })
  return new Uint8Array(outputFiles[0]?.contents ?? [])
}
