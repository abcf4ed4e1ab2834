import { afterEach, expect, test } from 'vitest'
import { locale, perLocale, translate, words } from './spoken.ts'

const boat = words('boatWords', { boat: 'boat', sail: (by: string) => `sail by ${by}`, parts: { oar: 'oar' } })
const german: Record<string, object> = {
  boatWords: { boat: 'Boot', sail: (by: string) => `mit ${by} segeln`, parts: { oar: 'Ruder' } },
  lateWords: { late: 'spät' },
}
const speakGerman = () => translate((name) => german[name], 'de-AT')

afterEach(() => translate(() => undefined, 'en'))

test('another language takes the place of the words in the same constant, and English takes it back', () => {
  speakGerman()
  expect([boat.boat, boat.sail('Wind'), boat.parts.oar]).toEqual(['Boot', 'mit Wind segeln', 'Ruder'])
  translate(() => undefined, 'en')
  expect([boat.boat, boat.sail('wind'), boat.parts.oar]).toEqual(['boat', 'sail by wind', 'oar'])
})

test('a part that is loaded later speaks the language at once; one that the language lacks stays English', () => {
  speakGerman()
  expect(words('lateWords', { late: 'late' }).late).toBe('spät')
  expect(words('newWords', { fresh: 'fresh' }).fresh).toBe('fresh')
})

test('what is made for a locale is made once for each', () => {
  let times = 0
  const made = perLocale((tag) => `${tag} ${++times}`)
  speakGerman()
  expect(locale()).toBe('de-AT')
  expect([made(), made()]).toEqual(['de-AT 1', 'de-AT 1'])
  translate(() => undefined, 'en-GB')
  expect(made()).toBe('en-GB 2')
})
