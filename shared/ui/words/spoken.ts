/**
 * The words of the screens are constants, in English. Another language takes their place in the same constants, so that
 * what imports them says it without knowing of languages. What is kept of a constant beyond one drawing stays behind.
 */
type Part = { words: object; english: object }

/** A part of the words in another language; undefined where it is not there, which leaves it in English. */
export type Translation = (name: string, english: object) => object | undefined

const parts = new Map<string, Part>()
let translation: Translation = () => undefined
let tag: string | undefined

/** Words of one part of the screens. `name` is that of the constant, by which other languages know it. */
/*@__NO_SIDE_EFFECTS__*/
export function words<T extends object>(name: string, english: T): T {
  const part = { words: { ...english }, english }
  parts.set(name, part)
  say(name, part)
  return part.words
}

/** From now on all words are those of this translation, also of parts that are loaded later. `locale`: a BCP 47 tag. */
export function translate(into: Translation, locale: string): void {
  translation = into
  tag = locale
  for (const [name, part] of parts) say(name, part)
}

/** What stands for dates and numbers; undefined, as long as nothing was translated, is that of the browser. */
export function locale(): string | undefined {
  return tag
}

/** What is made for a locale, made anew only when there is another one. */
export function perLocale<T>(make: (locale: string | undefined) => T): () => T {
  let made: { of: string | undefined; value: T } | undefined
  return () => {
    if (made === undefined || made.of !== tag) made = { of: tag, value: make(tag) }
    return made.value
  }
}

function say(name: string, { words, english }: Part): void {
  Object.assign(words, english, translation(name, english))
}
