import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { profiles } from '../../gateway/profiles.ts'
import { ExplorerSetting } from '../../ui/addresses/explorer-setting.tsx'
import { useItem } from '../../ui/hooks/use-item.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { Lazy } from '../../ui/parts/lazy.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { Erase } from '../../ui/session/erase.tsx'
import { appWords } from '../../words/en/app.ts'
import { eraseWords } from '../../words/en/session/erase.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { BackUp } from '../backup/back-up.tsx'
import { Diagnostics } from './diagnostics-section.tsx'
import { Gateways } from './gateways.tsx'
import { Languages } from './languages.tsx'
import { Locking } from './locking.tsx'
import { Looks } from './looks.tsx'
import { Privacy } from './privacy.tsx'
import type { RemoveGatewayProps } from './remove-gateway.tsx'

/** Everything that can be set, and what is connected. */
export function SettingsScreen(props: ScreenProps) {
  const { surface, settings, params } = props
  const known = useItem(profiles)
  const [erasing, setErasing] = useState(false)
  if (known === undefined) return null
  const removed = known.list.find(({ id }) => id === params.get('remove'))
  if (removed !== undefined)
    return <Lazy<RemoveGatewayProps> load={removeGateway} props={{ surface, profile: removed, params }} />
  const words = settingsWords
  return (
    <>
      <Heading>{appWords.nav.settings}</Heading>
      <Gateways surface={surface} list={known.list} />
      <Locking lock={settings.lock} />
      <Languages language={settings.language} />
      <Looks appearance={settings.appearance} opens={settings.opens} />
      <Privacy settings={settings} />
      <ExplorerSetting profileId={props.profile.id} />
      <Section title={webhooksWords.title} about={webhooksWords.about}>
        <div class="buttons">
          <a class="button" href={routeHash('webhooks')}>
            {webhooksWords.manage}
          </a>
        </div>
      </Section>
      <BackUp />
      <Diagnostics {...props} profiles={known} />
      <Section title={words.erase} about={words.eraseAbout}>
        <div class="buttons">
          <Button kind="danger" onClick={() => setErasing(true)}>
            {eraseWords.action}
          </Button>
        </div>
      </Section>
      {erasing && <Erase onClose={() => setErasing(false)} />}
    </>
  )
}

const removeGateway = () => import('./remove-gateway.tsx').then(({ RemoveGateway }) => RemoveGateway)
