import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lawfulSources, plantedSources } from './planted-sources.ts'
import { brokenBy, sourceRules } from './source-rules.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const sources = tracked.filter((file) => /\.([cm]?[jt]s|tsx)$/.test(file) && !file.startsWith('scripts/boundaries/'))

/** A new one is held by no rule of imports: it is a decision of its own. */
const rootFolders = ['.ci', '.vscode', 'e2e', 'extension', 'gateway', 'scripts', 'shared']
const foldersOf = (files: readonly string[]) => [
  ...new Set(files.flatMap((file) => (file.includes('/') ? [file.split('/')[0] ?? ''] : []))),
]

test('the repository has the root folders that the rules know', () => {
  expect(foldersOf(tracked).toSorted()).toEqual(rootFolders)
  expect(foldersOf([...tracked, 'attic/leaf.ts']).toSorted()).not.toEqual(rootFolders)
})

test('no source breaks a rule, and each exception is needed', () => {
  expect(sources.length).toBeGreaterThan(1_500)
  const broken = sources.flatMap((file) => brokenBy(file, readFileSync(file, 'utf8')).map((rule) => `${file}: ${rule}`))
  const excepted = sourceRules.flatMap(({ name, except }) =>
    Object.keys(except ?? {}).map((file) => `${file}: ${name}`),
  )
  expect(broken.toSorted()).toEqual(excepted.toSorted())
})

describe('planted', () => {
  test.each(plantedSources)('%s: %s: refused as %s', (file, text, rule) => expect(brokenBy(file, text)).toContain(rule))
  test.each(lawfulSources)('%s: %s: allowed', (file, text) => expect(brokenBy(file, text)).toEqual([]))
  test('for every rule', () => {
    const planted = new Set<string>(plantedSources.map(([, , rule]) => rule))
    expect(sourceRules.filter(({ name }) => !planted.has(name))).toEqual([])
  })
})
