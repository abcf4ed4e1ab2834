import { afterEach, describe, expect, test } from 'vitest'
import { translate } from '#shared/ui/words/spoken.ts'
import { first as firstDe } from './de/first.ts'
import { rest as restDe } from './de/rest.ts'
import { first as firstEs } from './es/first.ts'
import { rest as restEs } from './es/rest.ts'
import { first as firstFr } from './fr/first.ts'
import { rest as restFr } from './fr/rest.ts'
import { pseudo } from './pseudo.ts'

const modules = import.meta.glob<Record<string, object>>(
  ['./en/**/*.ts', '../../shared/ui/words/*.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
)
/** Every part as it is in English: all are loaded by now. */
const english: Record<string, object> = {}
translate((name, part) => {
  english[name] = part
  return undefined
}, 'en')

type Words = Record<string, object>
const languages: Record<string, Words> = {
  de: { ...firstDe, ...restDe },
  es: { ...firstEs, ...restEs },
  fr: { ...firstFr, ...restFr },
}

/** Every text, function and other value in words, by its path. */
function leaves(said: unknown, path = ''): [string, unknown][] {
  if (typeof said !== 'object' || said === null) return [[path, said]]
  return Object.entries(said).flatMap(([key, each]) => leaves(each, `${path}.${key}`))
}

type Maker = (...given: unknown[]) => string

/** What comes of a function of words, with the numbers in it as they were given. */
function made(maker: Maker, arity: number): string {
  const given = Array.from({ length: arity }, (_, at) => 50_001 + at)
  const apart = (text: string) => text.replace(/(?<=\d)[.,\s](?=\d{3})/g, '')
  try {
    // An array of one goes for itself, for its text and for its number.
    return apart(maker(...given.map((each) => [each])))
  } catch {
    return apart(maker(...given.map(String)))
  }
}

/** What is to be filled in, or was: `arity` is that of the function in English. */
function gapsIn(said: unknown, inEnglish: unknown): string[] {
  const text = typeof said === 'function' ? made(said as Maker, (inEnglish as Maker).length) : String(said)
  return [...new Set(text.match(/5000\d|\{\w+\}/g))].sort()
}

test('every part that English has is in each module under its own name', () => {
  const exported = Object.values(modules).flatMap((module) => Object.keys(module))
  const functions = ['words', 'translate', 'locale', 'perLocale', 'mapped', 'countedIn']
  expect(exported.filter((name) => !functions.includes(name)).sort()).toEqual(Object.keys(english).sort())
})

describe.each(Object.entries(languages))('%s', (_language, said) => {
  const all = new Map(leaves(said))

  test('has the words that English has, and no others', () => {
    expect([...all.keys()].sort()).toEqual(
      leaves(english)
        .map(([path]) => path)
        .sort(),
    )
  })

  test('says what is given to it, and is empty only where English is', () => {
    for (const [path, inEnglish] of leaves(english)) {
      const there = all.get(path)
      expect(typeof there, path).toBe(typeof inEnglish)
      expect(gapsIn(there, inEnglish), path).toEqual(gapsIn(inEnglish, inEnglish))
      expect(there === '', path).toBe(inEnglish === '')
    }
  })

  test('leaves no sentence in English, and changes nothing that is no text', () => {
    for (const [path, inEnglish] of leaves(english)) {
      if (typeof inEnglish !== 'string') {
        if (typeof inEnglish !== 'function') expect(all.get(path), path).toBe(inEnglish)
      } else if (inEnglish.split(' ').length > 2) expect(all.get(path), path).not.toBe(inEnglish)
    }
  })
})

afterEach(() => translate(() => undefined, 'en'))

test.each([
  [
    'en',
    ['0 contacts were exported.', '1 contact was exported.', '2 contacts were exported.', '5 contacts were exported.'],
  ],
  [
    'de',
    [
      '0 Kontakte wurden exportiert.',
      '1 Kontakt wurde exportiert.',
      '2 Kontakte wurden exportiert.',
      '5 Kontakte wurden exportiert.',
    ],
  ],
  [
    'es',
    [
      'Se exportaron 0 contactos.',
      'Se exportó 1 contacto.',
      'Se exportaron 2 contactos.',
      'Se exportaron 5 contactos.',
    ],
  ],
  [
    'fr',
    [
      '0 contact a été exporté.',
      '1 contact a été exporté.',
      '2 contacts ont été exportés.',
      '5 contacts ont été exportés.',
    ],
  ],
])('%s counts by its own rules', async (language, expected) => {
  const { contactsWords } = await import('./en/contacts/contacts.ts')
  translate((name) => languages[language]?.[name], language)
  expect([0, 1, 2, 5].map((count) => contactsWords.exported(count))).toEqual(expected)
})

test.each([
  ['en', '1\u202f250 days'],
  ['de', '1\u202f250 Tagen'],
  ['es', '1\u202f250 días'],
  ['fr', '1\u202f250 jours'],
])('%s writes the thousands of a count as those of an amount', async (language, expected) => {
  const { durationWords } = await import('./en/settings/this-browser.ts')
  translate((name) => languages[language]?.[name], language)
  expect(durationWords.days(1250)).toBe(expected)
})

test('French keeps its marks on the line of what they follow', async () => {
  const { notasWords } = await import('./en/notas/notas.ts')
  translate((name) => languages.fr?.[name], 'fr')
  expect(notasWords.removeTitle).toBe('Retirer ce fichier\u202f?')
  expect(notasWords.removeAbout('a.nota')).toMatch(/^«\u00a0a\.nota\u00a0» /)
})

test('the pseudo-language changes every text, is longer by a third, and leaves gaps to be filled', () => {
  for (const [name, inEnglish] of Object.entries(english)) {
    const there = new Map(leaves(pseudo(name, inEnglish)))
    for (const [path, text] of leaves(inEnglish)) {
      if (typeof text !== 'string' || text === '') continue
      expect(there.get(path), path).toMatch(/^\[.*\]$/s)
      expect(String(there.get(path)).length, path).toBeGreaterThanOrEqual(Math.floor((text.length * 4) / 3))
      expect(gapsIn(there.get(path), text), path).toEqual(gapsIn(text, text))
    }
  }
})
