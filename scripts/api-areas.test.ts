import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../shared/api/endpoints.ts'

const areas = globSync('shared/api/*.ts')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'endpoints')

const namesIn = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return Object.keys(endpoints).filter((name) => new RegExp(`^ {2,4}(async )?${name}(\\(|:)`, 'm').test(text))
}

test.each(areas)('%s has the same endpoints in shared/api, gateway/routes and e2e/conformance', (area) => {
  const declared = namesIn(`shared/api/${area}.ts`)
  expect(declared).not.toEqual([])
  expect(namesIn(`gateway/routes/${area}.ts`).sort()).toEqual([...declared].sort())
  expect(namesIn(`e2e/conformance/${area}.ts`).sort()).toEqual([...declared].sort())
})

test('every endpoint is of one area', () => {
  expect(areas.flatMap((area) => namesIn(`shared/api/${area}.ts`)).sort()).toEqual(Object.keys(endpoints).sort())
})
