import { Section } from '#shared/ui/kit/layout/section.tsx'
import { type Appearance, settings } from '../../store/settings.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { settingsWords } from '../../words/en/settings/settings.ts'

const appearances = ['system', 'light', 'dark'] as const

/** Light, dark, or as the system has it. */
export function Looks({ appearance }: { appearance: Appearance }) {
  return (
    <Section title={settingsWords.looks}>
      <Choice
        legend={settingsWords.appearance}
        name="appearance"
        options={appearances.map((each) => ({ value: each, title: settingsWords.appearances[each] }))}
        value={appearance}
        onChange={(chosen) => void settings.update((before) => ({ ...before, appearance: chosen }))}
        narrow
      />
    </Section>
  )
}
