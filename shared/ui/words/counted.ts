/** A sentence of a count: `#` stands for the number. `one` is the form for a single thing, which French has for none too. */
export type Counted = (count: number, one: string, other: string) => string

/** Chooses between the forms of a language, and writes the number as the language does. */
export function countedIn(language: string): Counted {
  let made: { rules: Intl.PluralRules; numbers: Intl.NumberFormat } | undefined
  return (count, one, other) => {
    made ??= { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) }
    const { rules, numbers } = made
    return (rules.select(count) === 'one' ? one : other).replaceAll('#', () => numbers.format(count))
  }
}
