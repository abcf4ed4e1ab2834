import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asset } from '../assets.ts'
import { staticFile } from '../http/static-file.ts'

type PageName = 'account' | 'verify'

/** Absolute path of a file of a page. */
export function pageFile(page: PageName, name: string): string {
  return asset(`pages/${page}/${name}`)
}

/** Absolute path of a style sheet that all pages share: copied beside the code when it is built, else where it is written. */
export function uiFile(name: string): string {
  const copied = asset(`pages/ui/${name}`)
  return existsSync(copied) ? copied : join(dirname(asset('')), 'shared', 'ui', name)
}

const bundled = new Map<PageName, Promise<Uint8Array<ArrayBuffer>>>()

/** Made when the package is built; from source, once it is first asked for. */
export async function pageScript(page: PageName): Promise<Uint8Array<ArrayBuffer>> {
  const built = pageFile(page, `${page}.js`)
  if (existsSync(built)) return staticFile(built)
  const made = bundled.get(page) ?? bundle(page)
  bundled.set(page, made)
  return made
}

async function bundle(page: PageName): Promise<Uint8Array<ArrayBuffer>> {
  // Named at run time, so that the built gateway does not carry the bundler along.
  const bundler = join(dirname(asset('')), 'scripts', 'bundle', 'page.ts')
  const { bundlePage } = (await import(bundler)) as typeof import('../../scripts/bundle/page.ts')
  return bundlePage(page)
}
