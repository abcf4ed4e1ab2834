import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asset } from '../assets.ts'
import { staticFile } from '../http/static-file.ts'

type Bundler = typeof import('../../scripts/bundle/page.ts')
export type Bundled = Parameters<Bundler['bundlePage']>[0]

/** Absolute path of a file of a page that ships as it is written. */
export function pageFile(page: 'account' | 'verify', name: string): string {
  return asset(`pages/${page}/${name}`)
}

const made = new Map<Bundled, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * A script or a style sheet: made when the package is built, which is when there is a `pages/ui`; from source, once it is
 * first asked for.
 */
export async function bundledFile(name: Bundled): Promise<Uint8Array<ArrayBuffer>> {
  if (existsSync(asset('pages/ui'))) return staticFile(asset(`pages/${name}`))
  const known = made.get(name) ?? bundle(name)
  made.set(name, known)
  return known
}

async function bundle(name: Bundled): Promise<Uint8Array<ArrayBuffer>> {
  // Named at run time, so that the built gateway does not carry the bundler along.
  const bundler = join(dirname(asset('')), 'scripts', 'bundle', 'page.ts')
  const { bundlePage } = (await import(bundler)) as Bundler
  return bundlePage(name)
}
