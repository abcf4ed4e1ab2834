import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { wordsIn } from './without-words.ts'

const cut = (code: string) =>
  wordsIn(parseAst(code)).reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code)

test('what an endpoint says to readers is left out, wherever it stands, and nothing else', () => {
  const code = `const endpoints = {
    list: { method: 'GET', summary: 'a, } and "b"', tag: 'T', path: '/x', refusals: ['one', 'two'] },
    make: { refusals: [], method: 'POST', data: z.object({ tag: z.string() }).check((summary) => summary) },
  }`
  expect(cut(code).replace(/\s+/g, ' ')).toBe(
    "const endpoints = { list: { method: 'GET', path: '/x', }, " +
      "make: { method: 'POST', data: z.object({ }).check((summary) => summary) }, }",
  )
})
