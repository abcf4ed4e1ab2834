/** The same words in another language: every text a text, every function with the same parameters. */
export type Said<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : T extends object
      ? { [K in keyof T]: Said<T[K]> }
      : T

type Text = (text: string) => string

/** Words with every text changed, also those that functions make. */
export function mapped<T>(said: T, change: Text): T
export function mapped(said: unknown, change: Text): unknown {
  if (typeof said === 'string') return change(said)
  if (typeof said === 'function') return (...given: unknown[]) => mapped(said(...given), change)
  if (Array.isArray(said)) return said.map((each) => mapped(each, change))
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(Object.entries(said).map(([key, each]) => [key, mapped(each, change)]))
}
