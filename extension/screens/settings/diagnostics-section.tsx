import { Copy } from '#shared/ui/kit/buttons/copy.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { browser } from '../../browser.ts'
import type { ProfileList } from '../../gateway/profiles.ts'
import { usePayments } from '../../ui/payments/use-payments.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { diagnosticsText } from './diagnostics.ts'

type Props = Pick<ScreenProps, 'profile' | 'settings' | 'view'> & { profiles: ProfileList }

/** What somebody who looks for a fault may see, shown before it is copied. */
export function Diagnostics({ profile, profiles, settings, view }: Props) {
  const words = settingsWords
  const payments = usePayments(profile.id)
  const permissions = useLoad(() => browser.permissions.getAll(), [])
  return (
    <Section title={words.diagnostics} about={words.diagnosticsAbout}>
      <Loaded of={permissions}>
        {(granted) => {
          const text = diagnosticsText({
            version: browser.runtime.getManifest().version,
            userAgent: navigator.userAgent,
            languages: navigator.languages,
            permissions: granted,
            profiles,
            settings,
            view,
            payments,
            now: Date.now(),
          })
          return (
            <>
              <details>
                <summary class="summary">{words.show}</summary>
                <pre class="diagnostics">{text}</pre>
              </details>
              <div class="buttons">
                <Copy text={text} label={words.copyDiagnostics} />
              </div>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
