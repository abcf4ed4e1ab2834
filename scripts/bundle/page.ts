import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** What browsers get in one piece, by its path under `pages/` in the package, and the file that it is made from. */
export const bundled = {
  'account/account.js': 'gateway/pages/account/main.tsx',
  'account/account.css': 'gateway/pages/account/account.css',
  'verify/verify.js': 'gateway/pages/verify/main.ts',
  'verify/style.css': 'gateway/pages/verify/style.css',
  'pay/pay.js': 'gateway/pages/pay/main.ts',
  'pay/pay.css': 'gateway/pages/pay/pay.css',
  'home/home.css': 'gateway/pages/home/home.css',
  'docs/docs.css': 'gateway/pages/docs/docs.css',
  'ui/tokens.css': 'shared/ui/tokens.css',
  'ui/kit.css': 'shared/ui/kit.css',
} as const

export type Bundled = keyof typeof bundled

/** A script or a style sheet of the gateway's own pages, made for the browser. */
export async function bundlePage(name: Bundled): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [bundled[name]],
    outfile: name,
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
