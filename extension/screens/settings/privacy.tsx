import { useState } from 'preact/hooks'
import { Check } from '#shared/ui/kit/check.tsx'
import { Refused } from '#shared/ui/kit/refused.tsx'
import { Section } from '#shared/ui/kit/section.tsx'
import { browser } from '../../browser.ts'
import { type Settings, settings as stored } from '../../store/settings.ts'
import * as words from '../../words/en.ts'

const set = (part: Partial<Settings>) => stored.update((before) => ({ ...before, ...part }))

/** What is shown, and whether the browser may tell how a payment ended. */
export function Privacy({ settings }: { settings: Settings }) {
  const said = words.settings
  const [denied, setDenied] = useState(false)
  const notify = async (wanted: boolean) => {
    // The first thing after the click: the browser asks only then.
    const granted = wanted && (await browser.permissions.request({ permissions: ['notifications'] }).catch(() => false))
    setDenied(wanted && !granted)
    await set({ notifications: granted })
    if (!wanted) await browser.permissions.remove({ permissions: ['notifications'] }).catch(() => false)
  }
  return (
    <Section title={said.privacy}>
      <Check
        label={said.hide}
        hint={said.hideHint}
        checked={settings.hideConfidential}
        onChange={(hideConfidential) => void set({ hideConfidential })}
      />
      <Check
        label={said.notify}
        hint={said.notifyHint}
        checked={settings.notifications}
        onChange={(wanted) => void notify(wanted)}
      />
      {denied && <Refused what={said.notifyDenied} todo={said.notifyDeniedTodo} />}
    </Section>
  )
}
