import { useState } from 'preact/hooks'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import { profiles } from '../../gateway/profiles.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
import { go } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { connectWords } from '../../words/en/connect.ts'
import { problemWords } from '../../words/en/problems.ts'
import { GatewayStep, giveBack } from './gateway-step.tsx'
import { KeyStep } from './key-step.tsx'
import { defaultName } from './model.ts'
import { Reconnect } from './reconnect.tsx'

/** Connects one more gateway, or one whose key is not accepted any more anew. */
export function ConnectAnother({ surface, params }: ScreenProps) {
  const known = useItem(profiles)
  const id = params.get('reconnect')
  const words = connectWords
  const title = id === null ? words.another : words.again
  if (surface !== 'tab') {
    const there = id === null ? {} : { reconnect: id }
    return <InTab title={title} about={words.inTab} route="connect" params={there} back="settings" />
  }
  if (known === undefined) return null
  const before = known.list.find((each) => each.id === id)
  return (
    <>
      <Heading back="settings">{title}</Heading>
      <div class="narrow">
        {id === null ? (
          <Another profiles={known.list} />
        ) : before === undefined ? (
          <Refused
            what={problemWords.unknown_profile}
            action={{ text: words.toSettings, onClick: () => go('settings') }}
          />
        ) : (
          <Reconnect profile={before} />
        )}
      </div>
    </>
  )
}

function Another({ profiles: list }: { profiles: Parameters<typeof GatewayStep>[0]['profiles'] }) {
  const [origin, setOrigin] = useState<string>()
  if (origin === undefined) return <GatewayStep profiles={list} onFound={setOrigin} />
  const back = async () => {
    setOrigin(undefined)
    await giveBack(origin, list)
  }
  return (
    <KeyStep
      origin={origin}
      keep={(apiKey) => ask('profile.add', { origin, name: defaultName(origin, list), apiKey })}
      onBack={back}
      onDone={() => go('home')}
    />
  )
}
