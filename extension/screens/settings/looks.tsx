import { Section } from '#shared/ui/kit/section.tsx'
import { type Appearance, settings } from '../../store/settings.ts'
import { Choice } from '../../ui/choice.tsx'
import * as words from '../../words/en.ts'

const options = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  title: words.settings.appearances[value],
}))

/** Light, dark, or as the system has it. */
export function Looks({ appearance }: { appearance: Appearance }) {
  return (
    <Section title={words.settings.looks}>
      <Choice
        legend={words.settings.appearance}
        name="appearance"
        options={options}
        value={appearance}
        onChange={(chosen) => void settings.update((before) => ({ ...before, appearance: chosen }))}
        narrow
      />
    </Section>
  )
}
