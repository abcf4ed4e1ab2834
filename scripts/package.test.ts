import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { external } from './bundle/gateway.ts'
import { type LockFile, shrinkwrap } from './shrinkwrap.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const lock = read('package-lock.json') as LockFile
const { packages } = shrinkwrap(lock, (folder) => folder.endsWith('better-sqlite3'))
const installed = Object.keys(packages).filter((folder) => folder !== '')

test('the shrinkwrap is the lock file without what only development needs', () => {
  expect(installed.length).toBeGreaterThan(4)
  for (const folder of installed) {
    expect(lock.packages[folder]).toMatchObject({ version: packages[folder]?.version, integrity: expect.any(String) })
    expect(lock.packages[folder]?.dev).toBeUndefined()
  }
  for (const name of external('.')) expect(installed).toContain(`node_modules/${name}`)
  expect(packages['']).not.toHaveProperty('devDependencies')
})

test('nothing that is installed compiles, or runs a script', () => {
  for (const folder of installed) expect(packages[folder]).not.toHaveProperty('hasInstallScript')
  expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false })
  expect(read('node_modules/better-sqlite3/package.json').gypfile).toBe(false)
})

test('what is installed beside the bundle are machine code, WebAssembly and what they need', () => {
  const plain = installed.filter((folder) => !/better-sqlite3|node-addon-api|argon2|node-t(fhe|kms)|anvil/.test(folder))
  expect(plain).toEqual([])
})

test("the client's TFHE is the one that it asks for", () => {
  const { dependencies } = read('node_modules/@zama-fhe/relayer-sdk/package.json')
  expect(packages['node_modules/node-tfhe-1.4']?.version).toBe(dependencies['node-tfhe'])
})

test('no package brings telemetry that runs at an install', () => {
  expect(Object.keys(lock.packages).filter((folder) => folder.includes('@scarf/'))).toEqual([])
})

test('the command is read by any Node since 10, so that it can say which one it needs', async () => {
  const text = readFileSync('gateway/bin.mjs', 'utf8')
  const supported = { 'dynamic-import': true }
  const old = await transform(text, { target: 'node10', supported })
  expect(old.code).toBe((await transform(text, { target: 'esnext', supported })).code)
  expect(old.code).not.toContain('await')
})
