import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { impurePath } from './reach.ts'

const files = globSync('{gateway,shared,extension}/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

test('no rules and no model reach a side effect, through however many files', () => {
  expect(files.length).toBeGreaterThan(1_500)
  expect(files.map((file) => impurePath(file, sources)).filter((path) => path !== undefined)).toEqual([])
})

/** A model, what it imports, and the way on which that reaches the browser. */
test.each<[string, Record<string, string>, string[] | undefined]>([
  [
    'through one file',
    { 'extension/ui/a.ts': "import { browser } from '../browser.ts'" },
    ['extension/screens/home/model.ts', 'extension/ui/a.ts', 'extension/browser.ts'],
  ],
  [
    'through two, of which one only hands on',
    {
      'extension/ui/a.ts': "export { b } from './b.ts'",
      'extension/ui/b.ts': "import { type Item, item } from '../store/item.ts'",
    },
    ['extension/screens/home/model.ts', 'extension/ui/a.ts', 'extension/ui/b.ts', 'extension/store/item.ts'],
  ],
  ['by its side effect alone', { 'extension/ui/a.ts': "import 'preact'" }, ['extension/ui/a.ts', 'preact']],
  ['as a type', { 'extension/ui/a.ts': "import type { Browser } from '../browser.ts'" }, undefined],
  ['as types beside each other', { 'extension/ui/a.ts': "import { type A, type B } from '../browser.ts'" }, undefined],
  ['in a comment', { 'extension/ui/a.ts': "/*\nimport '../browser.ts'\n*/" }, undefined],
])('a model reaches the browser %s', (_, more, path) => {
  const planted = new Map(
    Object.entries({ 'extension/screens/home/model.ts': "import { a } from '../../ui/a.ts'", ...more }),
  )
  const found = impurePath('extension/screens/home/model.ts', planted)
  expect(found?.slice(-(path?.length ?? 0))).toEqual(path)
})
