import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** What the shop serves, by path. */
export type PageFiles = Record<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>

const folder = join(import.meta.dirname, 'page')

/** The page as browsers get it, its script bundled from the sources. */
export async function pageFiles(): Promise<PageFiles> {
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
  return {
    '/': { type: 'text/html; charset=utf-8', bytes: read('index.html') },
    '/shop.css': { type: 'text/css; charset=utf-8', bytes: read('shop.css') },
    '/icon.svg': { type: 'image/svg+xml', bytes: read('icon.svg') },
    '/shop.js': { type: 'text/javascript; charset=utf-8', bytes: await script() },
  }
}

async function script(): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.tsx')],
    outfile: 'shop.js',
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  })
  return new Uint8Array(outputFiles[0]?.contents ?? [])
}
