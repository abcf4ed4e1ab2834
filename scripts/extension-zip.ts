// Makes the packages for both stores, the same bytes from the same sources: `npm run extension:zip`.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { zipSync } from 'fflate'
import { buildExtension, folders, root } from './extension-build.ts'
import { filesOf } from './extension-files.ts'

/** The least that the format can hold, in local time as the format wants it: the same in every time zone. */
const mtime = new Date(1980, 0, 1)

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** Chrome's store refuses a manifest with a `key`: it gives the extension one of its own. */
function forStore(path: string, bytes: Uint8Array): Uint8Array {
  if (path !== 'manifest.json') return bytes
  const { key: _, ...manifest } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  return new TextEncoder().encode(JSON.stringify(manifest))
}

await buildExtension()
process.stdout.write('\n')
for (const [browser, folder] of Object.entries(folders)) {
  const entries = filesOf(folder).map(({ path, bytes }) => [path, forStore(path, bytes)] as const)
  // `os` 0: no file modes, which differ from machine to machine.
  const zip = zipSync(Object.fromEntries(entries), { level: 9, mtime, os: 0 })
  const target = join(root, '.output', `sotto-${version}-${browser}.zip`)
  writeFileSync(target, zip)
  const hash = createHash('sha256').update(zip).digest('hex')
  process.stdout.write(`${relative(root, target)}  ${(zip.length / 1024).toFixed(1)} KB  sha256 ${hash}\n`)
}
process.stdout.write(
  "\nChrome's store gives the extension a key of its own: once it is listed, that key goes into shared/extension-identity.ts.\n",
)
