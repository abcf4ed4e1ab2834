import { Section } from '#shared/ui/kit/layout/section.tsx'
import { hasPanel } from '../../store/panel.ts'
import { type Appearance, type Opens, type Settings, settings } from '../../store/settings.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { settingsWords } from '../../words/en/settings/settings.ts'

const appearances = ['system', 'light', 'dark'] as const

const openings = () =>
  (['popup', 'panel'] as const satisfies Opens[]).map((value) => ({
    value,
    title: settingsWords.openings[value],
    about: settingsWords.openingsAbout[value],
  }))

const set = (part: Partial<Settings>) => void settings.update((before) => ({ ...before, ...part }))

/** Light, dark, or as the system has it; and where the wallet opens, in browsers with a choice. */
export function Looks({ appearance, opens }: { appearance: Appearance; opens: Opens }) {
  return (
    <Section title={settingsWords.looks}>
      <Choice
        legend={settingsWords.appearance}
        name="appearance"
        options={appearances.map((each) => ({ value: each, title: settingsWords.appearances[each] }))}
        value={appearance}
        onChange={(chosen) => set({ appearance: chosen })}
        narrow
      />
      {hasPanel() && (
        <Choice
          legend={settingsWords.opens}
          name="opens"
          options={openings()}
          value={opens}
          onChange={(chosen) => set({ opens: chosen })}
        />
      )}
    </Section>
  )
}
