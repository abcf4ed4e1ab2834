import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

const ids = Array.from({ length: 20_000 }, newId)

test('an identifier is a letter and 23 letters or digits, and none comes twice', () => {
  for (const id of ids) expect(id).toMatch(/^[a-z][0-9a-z]{23}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('all signs are about equally likely', () => {
  const counts = new Map<string, number>()
  for (const id of ids) for (const sign of id.slice(1)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const expected = (ids.length * 23) / 36
  expect(counts.size).toBe(36)
  // Seven standard deviations: it fails by chance once in ten thousand million runs.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected))
})
