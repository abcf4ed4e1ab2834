import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledLicenses, packageFolder } from './licenses.ts'

test.each([
  ['/home/one/sotto/node_modules/zod/v4/core/api.js', 'node_modules/zod'],
  ['node_modules/@noble/hashes/esm/sha3.js', 'node_modules/@noble/hashes'],
  ['/a/node_modules/viem/node_modules/@noble/curves/a.js', 'node_modules/viem/node_modules/@noble/curves'],
  ['C:\\sotto\\node_modules\\idb\\build\\index.js', 'node_modules/idb'],
  ['/home/one/sotto/extension/ui/main.tsx', undefined],
])('%s is of the package %s', (file, folder) => {
  expect(packageFolder(file)).toBe(folder)
})

/** What is told of a package of these files. */
function toldOf(manifest: { name: string; license?: string; repository?: object }, files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'sotto-licenses-'))
  const all = { 'package.json': JSON.stringify({ version: '1.0.0', license: 'MIT', ...manifest }), ...files }
  mkdirSync(join(root, 'package'))
  for (const [file, text] of Object.entries(all)) writeFileSync(join(root, 'package', file), text)
  try {
    return bundledLicenses(root, ['package'])
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('of two licences to choose from one is told', () => {
  const files = { LICENSE: 'Apache License', 'LICENSE-MIT': 'Permission is hereby granted' }
  const text = toldOf({ name: 'two', license: '(MIT OR Apache-2.0)' }, files)
  expect(text).toContain('two 1.0.0\n(MIT OR Apache-2.0)\n\nPermission is hereby granted\n')
  expect(text).not.toContain('Apache License')
})

test('a licence that only the README has is found there', () => {
  const readme =
    '# read\n\nUse it.\n\n## License\n\nCopyright (c) 2014 Its Author\n\nGranted.\n\n## Thanks\n\nTo all.\n'
  const text = toldOf({ name: 'read' }, { 'README.md': readme })
  expect(text).toContain('read 1.0.0\nMIT\n\nCopyright (c) 2014 Its Author\n\nGranted.\n')
  expect(text).not.toMatch(/Use it|Thanks/)
})

test('of a package without any text the one of its repository is told, and no build goes on without it', () => {
  const repository = (name: string) => ({ url: `git+https://example.org/${name}.git` })
  expect(toldOf({ name: '@wxt-dev/browser', repository: repository('wxt') }, {})).toContain(
    '@wxt-dev/browser 1.0.0\nMIT  git+https://example.org/wxt.git\n\nMIT License\n\nCopyright (c) 2023 Aaron\n',
  )
  const linked = { 'README.md': '## License\n\nMIT, see https://example.org\n' }
  expect(() => toldOf({ name: 'none', repository: repository('none') }, linked)).toThrow(/none.*texts\/none\.txt/)
  expect(() => toldOf({ name: 'nowhere' }, {})).toThrow(/nowhere/)
})

test('of Vite its own licence is told, and none of what it is made of', () => {
  const text = toldOf({ name: 'vite' }, { 'LICENSE.md': 'Its own.\n\n# Licenses of bundled dependencies\nOthers.\n' })
  expect(text).toContain('Its own.')
  expect(text).not.toContain('Others')
})
