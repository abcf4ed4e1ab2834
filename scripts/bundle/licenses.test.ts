import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledLicenses, packageFolder } from './licenses.ts'

test.each([
  ['/work/sotto/node_modules/zod/v4/core/api.js', 'node_modules/zod'],
  ['node_modules/@noble/hashes/esm/sha3.js', 'node_modules/@noble/hashes'],
  ['/a/node_modules/viem/node_modules/@noble/curves/a.js', 'node_modules/viem/node_modules/@noble/curves'],
  ['C:\\sotto\\node_modules\\idb\\build\\index.js', 'node_modules/idb'],
  ['/work/sotto/extension/ui/main.tsx', undefined],
])('%s is of the package %s', (file, folder) => {
  expect(packageFolder(file)).toBe(folder)
})

test('of two licences to choose from one is told, and of a package without a text its name and source', () => {
  const root = mkdtempSync(join(tmpdir(), 'sotto-licenses-'))
  const put = (name: string, files: Record<string, string>) => {
    mkdirSync(join(root, name))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text)
  }
  put('two', {
    'package.json': JSON.stringify({ name: 'two', version: '1.0.0', license: '(MIT OR Apache-2.0)' }),
    LICENSE: 'Apache License',
    'LICENSE-MIT': 'Permission is hereby granted',
  })
  const repository = { url: 'git+https://example.org/none.git' }
  put('none', { 'package.json': JSON.stringify({ name: 'none', version: '2.0.0', license: 'MIT', repository }) })
  const text = bundledLicenses(root, ['none', 'two'])
  rmSync(root, { recursive: true })
  expect(text).toContain('none 2.0.0\nMIT  git+https://example.org/none.git\n')
  expect(text).toContain('two 1.0.0\n(MIT OR Apache-2.0)\n\nPermission is hereby granted\n')
  expect(text).not.toContain('Apache License')
})
