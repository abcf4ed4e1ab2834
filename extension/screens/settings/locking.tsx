import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { ask } from '../../background/ask.ts'
import { settings } from '../../store/settings.ts'
import type { LockSettings } from '../../vault/lock-rules.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { thisBrowserWords } from '../../words/en/settings/this-browser.ts'
import { capOptions, idleOptions, lockingAbout } from './model.ts'

/** When the wallet locks by itself. */
export function Locking({ lock }: { lock: LockSettings }) {
  const words = settingsWords
  const set = (part: Partial<LockSettings>) =>
    void settings.update((before) => ({ ...before, lock: { ...before.lock, ...part } }))
  return (
    <Section
      title={words.locking}
      about={lockingAbout()}
      actions={
        <Button icon="lock" onClick={() => ask('vault.lock', {})}>
          {thisBrowserWords.lockNow}
        </Button>
      }
    >
      <div class="pair">
        <SelectField
          label={words.idle}
          name="idle"
          options={idleOptions(lock)}
          value={String(lock.idleMinutes)}
          onChange={(minutes) => set({ idleMinutes: Number(minutes) })}
        />
        <SelectField
          label={words.cap}
          name="cap"
          options={capOptions(lock)}
          value={String(lock.capHours)}
          onChange={(hours) => set({ capHours: Number(hours) })}
        />
      </div>
    </Section>
  )
}
