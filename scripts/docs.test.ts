import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const tracked = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
/** What happened, or was decided, keeps the names of its time. */
const documents = tracked.filter((file) => file !== 'CHANGELOG.md' && !file.startsWith('gateway/decisions/'))

const sources = globSync('{gateway,shared,extension,e2e,scripts}/**/*.{ts,tsx,md,css,mjs}')

/** A path of the repository: as it stands, or below the document's folder, or the end of one. */
function exists(document: string, path: string): boolean {
  const beside = dirname(document)
  if ([path, join(beside, path)].some((each) => existsSync(each))) return true
  return sources.some((file) => file.startsWith(beside === '.' ? '' : `${beside}/`) && file.endsWith(`/${path}`))
}

const named = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\.(?:ts|tsx|md|css))`/g)].map(
    ([, path = '']) => [document, path] as const,
  ),
)

test.each(named)('%s names %s, which exists', (document, path) => {
  expect(exists(document, path)).toBe(true)
})

const folders = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/`((?:gateway|shared|extension|e2e|scripts)\/(?:[\w.-]+\/)*)`/g)].map(
    ([, path = '']) => [document, path] as const,
  ),
)

test.each(folders)('%s names the folder %s, which exists', (_, path) => {
  expect(existsSync(path)).toBe(true)
})

const links = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s#:]+)\)/g)].map(([, path = '']) => [document, path] as const),
)

test.each(links)('%s links to %s, which exists', (document, path) => {
  expect(existsSync(join(dirname(document), path))).toBe(true)
})

test('the README links to every document on the gateway, and has at most 1,000 words', () => {
  const linked = links.flatMap(([document, path]) => (document === 'README.md' ? [path] : []))
  expect(linked).toEqual(expect.arrayContaining(globSync('gateway/docs/*.md')))
  expect(readFileSync('README.md', 'utf8').split(/\s+/).length).toBeLessThanOrEqual(1_000)
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
    ([, name = '']) => [document, name] as const,
  ),
)

test.each(commands)('%s says npm run %s, which is a script', (_, name) => {
  expect(Object.keys(scripts)).toContain(name)
})

const wordsOf = (file: string) => readFileSync(file, 'utf8').trim().split(/\s+/).length

test.each([
  ['SECURITY.md', 1_600],
  ['e2e/chaos/README.md', 1_200],
  ...globSync('gateway/decisions/0*.md').map((file) => [file, 900] as const),
] as const)('%s has at most %i words', (file, most) => expect(wordsOf(file)).toBeLessThanOrEqual(most))

/** Numbers below the highest that no decision has. */
function gaps(names: readonly string[]): number[] {
  const numbers = names.map((name) => Number(name.slice(0, 4)))
  return Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter((n) => !numbers.includes(n))
}

test('each decision has a number of its own, and the list says why a number has none', () => {
  const names = globSync('0*.md', { cwd: 'gateway/decisions' })
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  expect(gaps(names)).toEqual([2, 6, 14, 15, 18, 20, 26])
  expect(readFileSync('gateway/decisions/README.md', 'utf8')).toMatch(
    /20 and 26 were set aside .*\. 2, 6, 14, 15 and 18 were taken into 1\./,
  )
  expect(gaps(['0001-one.md', '0003-three.md'])).toEqual([2])
})
