import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleGateway } from '../bundle/gateway.ts'
import { bundledPackages } from '../bundle/licenses.ts'
import { leftOut, levels } from './levels.mjs'
import { covers, type LockFile, type Manifest, subset } from './subset.mjs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const at = (level: keyof typeof leftOut) => subset(manifest, lock, leftOut[level])

/** What `scripts/build.ts` runs or copies, and the pages are made of. */
const forTheBuild = ['esbuild', 'preact', '@simplewebauthn/browser', 'uqr']
const forTheBundle = await bundled()

async function bundled(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-bundle-'))
  const folders = bundledPackages(await bundleGateway(process.cwd(), folder))
  rmSync(folder, { recursive: true })
  return folders
}

describe('what starting the gateway installs', () => {
  const { packages } = at('start').lock

  test('is all that the bundle is made of', () => {
    expect(forTheBundle.length).toBeGreaterThan(50)
    expect(forTheBundle.filter((folder) => packages[folder] === undefined)).toEqual([])
  })

  test('is nothing that neither the bundle nor the build has any use for', () => {
    const used = [...forTheBuild, ...forTheBundle.map((folder) => folder.replace('node_modules/', ''))]
    const named = Object.keys(at('start').manifest.devDependencies)
    expect(named.filter((name) => !used.includes(name))).toEqual([])
  })

  test('is a third of all', () => {
    expect(Object.keys(packages).length).toBeLessThan(Object.keys(lock.packages).length / 2)
  })
})

test.each(levels)('%s: whatever is left out is a development dependency', (level) => {
  expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(leftOut[level]))
})

test('all is the lock file itself', () => {
  expect(at('all').lock).toEqual(lock)
})

describe('a part of a lock file', () => {
  const entry = (more: object = {}) => ({ version: '1.0.0', integrity: 'sha512-x', ...more })
  const small: Manifest = { dependencies: { a: '1' }, devDependencies: { b: '1', tool: '1' } }
  const whole: LockFile = {
    packages: {
      '': { ...small },
      'node_modules/a': entry({ dependencies: { shared: '1' } }),
      'node_modules/a/node_modules/shared': entry({ version: '2.0.0', dependencies: { deep: '1' } }),
      'node_modules/b': entry({ optionalDependencies: { 'for-a-mac': '1' }, peerDependencies: { peer: '1' } }),
      'node_modules/deep': entry(),
      'node_modules/for-a-mac': entry({ optional: true }),
      'node_modules/peer': entry(),
      'node_modules/shared': entry({ dependencies: { 'only-there': '1' } }),
      'node_modules/only-there': entry(),
      'node_modules/tool': entry({ dependencies: { shared: '1' } }),
    },
  }
  const { lock: part } = subset(small, whole, ['tool'])

  test('has what is reached, at the same places', () => {
    expect(Object.keys(part.packages)).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/shared',
      'node_modules/b',
      'node_modules/deep',
      'node_modules/for-a-mac',
      'node_modules/peer',
    ])
    expect(part.packages['']).toEqual({ dependencies: { a: '1' }, devDependencies: { b: '1' } })
  })

  test.each<[string, LockFile['packages'], boolean]>([
    ['nothing', {}, false],
    ['all of it', part.packages, true],
    ['more', whole.packages, true],
    ['all but what is for another machine', without('node_modules/for-a-mac'), true],
    ['all but a package', without('node_modules/deep'), false],
    ['another version', { ...part.packages, 'node_modules/deep': entry({ version: '1.0.1' }) }, false],
    ['another file', { ...part.packages, 'node_modules/deep': entry({ integrity: 'sha512-y' }) }, false],
  ])('where %s is installed, it is covered: %s', (_, installed, yes) => {
    expect(covers(installed, part)).toBe(yes)
  })

  function without(folder: string) {
    const { [folder]: _, ...rest } = part.packages
    return rest
  }
})
