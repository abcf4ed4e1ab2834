import type { LanguageChoice } from '../../store/settings.ts'

/** What the wallet speaks, each language by its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

export type Language = Exclude<LanguageChoice, 'system'>

const baseOf = (tag: string) => tag.toLowerCase().split('-')[0]

/** The language to speak: the chosen one, or the first of the browser's that the wallet speaks. */
export function languageOf(choice: LanguageChoice, wanted: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of wanted) for (const each of Object.keys(languages)) if (each === baseOf(tag)) return each as Language
  return 'en'
}

/** How dates and numbers are written: as the browser's own kind of the language has it. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => baseOf(tag) === baseOf(language)) ?? language
}
