import { expect, test } from 'vitest'
import { languageOf, localeOf } from './language.ts'

test.each([
  [['de-CH', 'en'], 'de'],
  [['it', 'fr-CA', 'en-US'], 'fr'],
  [['ES-mx'], 'es'],
  [['it', 'pt-BR'], 'en'],
  [['deu', 'frr'], 'en'],
  [[], 'en'],
])('of %j it speaks %s', (wanted, language) => {
  expect(languageOf('system', wanted)).toBe(language)
})

test('a language that was chosen counts more than those of the browser', () => {
  expect(languageOf('fr', ['de'])).toBe('fr')
})

test.each([
  ['es', ['en', 'es-MX'], 'es-MX'],
  ['es', ['en', 'de'], 'es'],
  ['en-XA', ['de', 'en-GB'], 'en-GB'],
] as const)('numbers of %s in a browser of %j are those of %s', (language, wanted, locale) => {
  expect(localeOf(language, wanted)).toBe(locale)
})
