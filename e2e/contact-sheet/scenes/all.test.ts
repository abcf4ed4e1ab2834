import { expect, test } from 'vitest'
import { parseRoute, routeNames } from '#extension/ui/routes/route.ts'
import { allScenes } from './all.ts'

test('every screen of the wallet is drawn', () => {
  const drawn = new Set(allScenes.map(({ at }) => parseRoute(at).name))
  expect(routeNames.filter((name) => !drawn.has(name))).toEqual([])
})

test('each scene has a file of its own', () => {
  const files = allScenes.map(({ name }) => name.replaceAll(/[^a-z]+/g, '-'))
  expect(new Set(files).size).toBe(files.length)
})
