import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Calls of `useEffect`, which runs after the paint, with their body. */
const effects = /\buseEffect\((?:(?!\n {2}\S)[\s\S])*?(?:\n {2})?\}?(?:\(\))?, \[[^\]]*\]\)/g

const movesFocus = (text: string) => (text.match(effects) ?? []).some((effect) => /\.focus\(/.test(effect))

test('the focus is moved in the turn that shows a screen: later, somebody may type already', () => {
  const files = globSync('{shared/ui,extension,gateway/pages}/**/*.{ts,tsx}')
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  expect(texts.filter(({ text }) => /useEffect\(/.test(text)).length).toBeGreaterThan(20)
  expect(texts.filter(({ text }) => movesFocus(text)).map(({ file }) => file)).toEqual([])
})

test.each([
  ['useEffect(() => first.current?.focus(), [])', true],
  ['  useEffect(() => {\n    if (!unfocused) first.current?.focus()\n  }, [])', true],
  ['  useEffect(() => {\n    look()\n  }, [])\n  const go = () => first.current?.focus()', false],
  ['  useLayoutEffect(() => first.current?.focus(), [])', false],
])('%j: %s', (text, found) => expect(movesFocus(text)).toBe(found))
