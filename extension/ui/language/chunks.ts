import type { Translation } from '#shared/ui/words/spoken.ts'
import type { Language } from './language.ts'

type Words = Record<string, object>

/** The words of a language: those of the first picture, and all others, which come with the first screen beside it. */
type Chunks = { first: () => Promise<Words>; rest: () => Promise<Words> }

const chunks: Record<Exclude<Language, 'en' | 'en-XA'>, Chunks> = {
  de: {
    first: () => import('../../words/de/first.ts').then(({ first }) => first),
    rest: () => import('../../words/de/rest.ts').then(({ rest }) => rest),
  },
  es: {
    first: () => import('../../words/es/first.ts').then(({ first }) => first),
    rest: () => import('../../words/es/rest.ts').then(({ rest }) => rest),
  },
  fr: {
    first: () => import('../../words/fr/first.ts').then(({ first }) => first),
    rest: () => import('../../words/fr/rest.ts').then(({ rest }) => rest),
  },
}

/** Loads a language, all of it or what the first picture needs. English is in the code, and nothing is loaded for it. */
export async function loaded(language: Language, all: boolean): Promise<Translation> {
  if (language === 'en') return () => undefined
  if (language === 'en-XA') return (await import('../../words/pseudo.ts')).pseudo
  const { first, rest } = chunks[language]
  const [now, later] = await Promise.all([first(), all ? rest() : {}])
  const known: Words = { ...now, ...later }
  return (name) => known[name]
}
