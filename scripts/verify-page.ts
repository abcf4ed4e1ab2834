import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The script of the page at `/verify`: the gateway's own reader of notas, made for the browser. */
export async function bundleVerifyPage(): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['gateway/pages/verify/main.ts'],
    outfile: 'verify.js',
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    legalComments: 'inline',
    logLevel: 'warning',
  })
  return new Uint8Array(outputFiles[0]?.contents ?? [])
}
