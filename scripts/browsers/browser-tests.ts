import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserName } from './browsers.mjs'

/** What a test imports that drives a browser, directly or through other files of `e2e/`. */
const drivers: Record<BrowserName, RegExp> = {
  chromium: /^playwright$/,
  firefox: /\/firefox\.ts$/,
}
const imports = /^(?:import|export)(?! type)[^'"]*'([^']+)'|import\('([^']+)'\)/gm

/** The end-to-end tests that drive one of these browsers. Read from their imports, so that no list can go stale. */
export function testsThatDrive(browsers: BrowserName[]): string[] {
  return globSync('e2e/**/*.test.ts').filter((file) => {
    const reached = reach(file)
    return browsers.some((browser) => reached.some((name) => drivers[browser].test(name)))
  })
}

/** Every module that a file imports, types aside: paths from the root, and names of packages. */
function reach(file: string, seen: string[] = []): string[] {
  for (const [, still, lazy] of readFileSync(file, 'utf8').matchAll(imports)) {
    const name = still ?? lazy ?? ''
    const path = name.startsWith('.') ? join(dirname(file), name) : name
    if (seen.includes(path)) continue
    seen.push(path)
    if (path.startsWith('e2e') && existsSync(path)) reach(path, seen)
  }
  return seen
}
