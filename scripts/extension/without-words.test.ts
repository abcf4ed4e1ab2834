import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { droppable, shortened } from './without-words.ts'

const cut = (code: string) => shortened(code, parseAst(code)).replace(/\s+/g, ' ')

test('what an endpoint says to others is left out, and nothing else', () => {
  const code = `const endpoints = {
    list: { method: 'GET', summary: 'a, } and "b"', tag: 'T', path: '/x', query: Query, refusals: ['one', 'two'] },
    make: { refusals: [], method: 'POST', body: z.object({ name: Text }), data: z.object({ tag: z.string() }), whole: true },
  }`
  expect(cut(code)).toBe(
    "const endpoints = { list: { method: 'GET', path: '/x', query: true, }, " +
      "make: { method: 'POST', body: true, data: z.object({ tag: z.string() }), }, }",
  )
})

test('what is put into endpoints from beside them counts as theirs', () => {
  expect(
    cut("const step = { access: 'none', status: 200 }; const all = { ...step, in: { ...step, event: 'x' } }"),
  ).toBe('const step = { status: 200 }; const all = { ...step, in: { ...step, } }')
})

test('a schema at the top may be dropped, whatever it is made of; what a function does, may not', () => {
  const code = 'const Name = z.string().check(z.trim()); export const of = () => parse(Name)'
  expect(droppable(code, parseAst(code))).toBe(
    'const Name = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.trim()); export const of = () => parse(Name)',
  )
})

/** Without its query a search for one payment would be answered by another. */
test.each(globSync('shared/api/*.ts'))(
  '%s: which endpoints take a query, or a body, is known in the wallet',
  (file) => {
    const code = readFileSync(file, 'utf8')
    const left = shortened(code, parseAst(code, { lang: 'ts' }))
    expect(left.match(/^ {4}(query|body): true,$/gm) ?? []).toHaveLength(
      code.match(/^ {4}(query|body):/gm)?.length ?? 0,
    )
  },
)
