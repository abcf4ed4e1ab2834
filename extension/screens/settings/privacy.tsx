import { useState } from 'preact/hooks'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { browser } from '../../browser.ts'
import { type Settings, settings as stored } from '../../store/settings.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'

const notifications = { permissions: ['notifications'] as ['notifications'] }
const set = (part: Partial<Settings>) => stored.update((before) => ({ ...before, ...part }))

/** What is shown, and whether the browser may tell how a payment ended. */
export function Privacy({ settings }: { settings: Settings }) {
  const words = settingsWords
  const [denied, setDenied] = useState(false)
  const permitted = useLoad(() => browser.permissions.contains(notifications), [])
  const notify = async (wanted: boolean) => {
    // The first thing after the click: the browser asks only then.
    const asked = wanted ? browser.permissions.request(notifications) : browser.permissions.remove(notifications)
    // A popup may close before the answer.
    await set({ notifications: wanted })
    const granted = await asked.catch(() => false)
    setDenied(wanted && !granted)
    if (wanted && !granted) await set({ notifications: false })
    await permitted.reload()
  }
  return (
    <Section title={words.privacy}>
      <Check
        label={words.hide}
        hint={words.hideHint}
        checked={settings.hideConfidential}
        onChange={(hideConfidential) => void set({ hideConfidential })}
      />
      <Check
        label={words.notify}
        hint={words.notifyHint}
        checked={settings.notifications && permitted.is === 'ready' && permitted.value}
        onChange={(wanted) => void notify(wanted)}
      />
      {denied && <Refused what={words.notifyDenied} todo={words.notifyDeniedTodo} />}
    </Section>
  )
}
