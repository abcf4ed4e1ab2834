import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CAPABILITY, codes, events, methods, PAYMENTS, PURPOSE_MAX, REQUEST_MAX } from './protocol.ts'

const text = readFileSync(new URL('PROVIDER.md', import.meta.url), 'utf8')
const rows = (heading: string) =>
  [...(text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `?([^`|]+?)`? \|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(code|event|---)/.test(name))

describe('PROVIDER.md', () => {
  test('has a section with an example for every method, and for no other', () => {
    const sections = [...text.matchAll(/^### (sotto_\w+)\n([\s\S]*?)(?=\n##)/gm)]
    expect(sections.map(([, name]) => name).sort()).toEqual([...methods].sort())
    for (const [, name, body] of sections) expect(body, name).toMatch(new RegExp(`\`\`\`js[^\`]*'${name}'`))
  })

  test('says of every code what it means, and of no other', () => {
    expect(rows('Errors').map(Number).sort()).toEqual(Object.values(codes).sort())
  })

  test('names every event, and no other', () => {
    expect(rows('Events')).toEqual(events)
  })

  test.each([
    ['the capability', CAPABILITY],
    ['that of payments', PAYMENTS],
    ['the longest purpose', `${PURPOSE_MAX} characters`],
    ['the longest request', `${REQUEST_MAX.toLocaleString('en')} characters`],
  ])('tells %s', (_, part) => {
    expect(text).toContain(part)
  })
})
