import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { type LanguageChoice, settings } from '../../store/settings.ts'
import { languageOf, languages } from '../../ui/language/language.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'

/** What the wallet speaks: the browser's language, or one of its own choice, each under its own name. */
export function Languages({ language }: { language: LanguageChoice }) {
  const words = settingsWords
  const browsers = languages[languageOf('system', navigator.languages) as keyof typeof languages]
  return (
    <Section title={words.language}>
      <SelectField
        label={words.language}
        name="language"
        options={[['system', words.systemLanguage(browsers)], ...Object.entries(languages)]}
        value={language}
        onChange={(chosen) => void settings.update((before) => ({ ...before, language: chosen as LanguageChoice }))}
      />
    </Section>
  )
}
