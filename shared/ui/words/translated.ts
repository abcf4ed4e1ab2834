/** The same words in another language: every text a text, every function with the same parameters. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : T extends object
      ? { [K in keyof T]: Translated<T[K]> }
      : T

type Text = (text: string) => string

/** Words with every text changed, also those that functions make. */
export function mapped<T>(words: T, change: Text): T
export function mapped(words: unknown, change: Text): unknown {
  if (typeof words === 'string') return change(words)
  if (typeof words === 'function') return (...given: unknown[]) => mapped(words(...given), change)
  if (Array.isArray(words)) return words.map((each) => mapped(each, change))
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([key, each]) => [key, mapped(each, change)]))
}
