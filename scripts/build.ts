import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleGateway } from './bundle/gateway.ts'
import { buildLibrary } from './bundle/library.ts'
import { bundledLicenses, bundledPackages } from './bundle/licenses.ts'
import { type Bundled, bundled, bundlePage } from './bundle/page.ts'
import { buildProvider } from './bundle/provider.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
/** Built beside and moved into place: a failed build leaves the last one, and `dist` is missing for a moment only. */
const beside = join(root, 'dist.new')
const old = join(root, 'dist.old')

/** Files that ship beside the code. */
const assets = [
  ['gateway/bin.mjs', 'bin.mjs'],
  ['gateway/testnet/data', 'testnet/data'],
  ['gateway/crypto/common-passwords.txt', 'crypto/common-passwords.txt'],
  ['gateway/pages/account/index.html', 'pages/account/index.html'],
  ['gateway/pages/account/icon.svg', 'pages/account/icon.svg'],
  ['node_modules/@simplewebauthn/browser/LICENSE.md', 'pages/account/licenses/simplewebauthn.md'],
  ['node_modules/preact/LICENSE', 'pages/account/licenses/preact.txt'],
  ['node_modules/uqr/LICENSE', 'pages/account/licenses/uqr.txt'],
  ['node_modules/zod/LICENSE', 'pages/account/licenses/zod.txt'],
  ['gateway/contracts/artifacts', 'contracts/artifacts'],
  ['gateway/operations', 'operations'],
  ['gateway/pages/verify/index.html', 'pages/verify/index.html'],
  ['gateway/pages/verify/icon.svg', 'pages/verify/icon.svg'],
]

rmSync(beside, { recursive: true, force: true })
const metafile = await bundleGateway(root, beside)
for (const [from = '', to = ''] of assets) {
  mkdirSync(dirname(join(beside, to)), { recursive: true })
  cpSync(join(root, from), join(beside, to), { recursive: true })
}
for (const name of Object.keys(bundled) as Bundled[]) {
  const file = join(beside, 'pages', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await bundlePage(name))
}
// For those who import the package: a gateway runs without it, and starting one does not install the compiler of its types.
const metafiles = [metafile]
if (existsSync(join(root, 'node_modules', 'typescript'))) {
  await buildProvider(join(beside, 'provider'))
  for (const name of ['webhooks', 'client'] as const) metafiles.push(await buildLibrary(name, join(beside, name)))
}
const packages = [...new Set(metafiles.flatMap(bundledPackages))].sort()
writeFileSync(join(beside, 'licenses.txt'), bundledLicenses(root, packages))
writeFileSync(join(beside, 'package.json'), '{ "type": "module" }\n')
rmSync(old, { recursive: true, force: true })
if (existsSync(dist)) renameSync(dist, old)
renameSync(beside, dist)
rmSync(old, { recursive: true, force: true })
