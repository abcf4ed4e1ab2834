import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** What the shop serves, by path. */
export type PageFiles = Record<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>

const folder = join(import.meta.dirname, 'page')

/** The page as browsers get it: script and style sheet are bundled from the sources. */
export async function pageFiles(): Promise<PageFiles> {
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
  return {
    '/': { type: 'text/html; charset=utf-8', bytes: read('index.html') },
    '/shop.css': { type: 'text/css; charset=utf-8', bytes: await bundle('shop.css') },
    '/icon.svg': { type: 'image/svg+xml', bytes: read('icon.svg') },
    '/shop.js': { type: 'text/javascript; charset=utf-8', bytes: await bundle('main.tsx') },
  }
}

async function bundle(entry: string): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
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
