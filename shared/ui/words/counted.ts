/** A sentence of a count: `#` stands for the number. `one` is the form for a single thing, which French has for none too. */
export type Counted = (count: number, one: string, other: string) => string

/** Chooses between the forms of a language, and writes the number as amounts are: thousands apart by a narrow space. */
export function countedIn(language: string): Counted {
  let rules: Intl.PluralRules | undefined
  return (count, one, other) => {
    rules ??= new Intl.PluralRules(language)
    return (rules.select(count) === 'one' ? one : other).replaceAll(
      '#',
      `${count}`.replace(/\B(?=(?:\d{3})+$)/g, '\u202f'),
    )
  }
}
