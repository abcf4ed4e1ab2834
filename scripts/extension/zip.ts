// Makes the packages for both stores, the same bytes from the same sources: `npm run extension:zip`.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildExtension } from './build.ts'
import { folders, root } from './files.ts'
import { packed } from './pack.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

await buildExtension()
process.stdout.write('\n')
for (const [browser, folder] of Object.entries(folders)) {
  const zip = await packed(folder)
  const target = join(root, '.output', `sotto-${version}-${browser}.zip`)
  writeFileSync(target, zip)
  const hash = createHash('sha256').update(zip).digest('hex')
  process.stdout.write(`${relative(root, target)}  ${(zip.length / 1024).toFixed(1)} KB  sha256 ${hash}\n`)
}
process.stdout.write(
  "\nChrome's store gives the extension a key of its own: once it is listed, that key goes into shared/extension-identity.ts.\n",
)
