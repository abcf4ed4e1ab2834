import { useEffect, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { ask } from '../../background/ask.ts'
import { hasPermission } from '../../gateway/permission.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { askForGateway } from '../../sites/sites.ts'
import { go } from '../../ui/routes/route.ts'
import { ProfileName } from '../../ui/wallets/profile-name.tsx'
import { connectWords } from '../../words/en/connect.ts'
import { KeyStep } from './key-step.tsx'

/** A new key for a gateway whose name, history and saved files stay. */
export function Reconnect({ profile }: { profile: Profile }) {
  const words = connectWords
  const [allowed, setAllowed] = useState<boolean>()
  const [denied, setDenied] = useState(false)
  useEffect(() => void hasPermission(profile.origin).then(setAllowed), [profile.origin])
  if (allowed === undefined) return <Waiting />

  const allow = async () => {
    const granted = await askForGateway(profile.origin).catch(() => false)
    setAllowed(granted)
    setDenied(!granted)
  }
  const done = async () => {
    await ask('profile.select', { profileId: profile.id })
    announce(words.connectedAgain)
    go('home')
  }
  return (
    <div class="stack">
      <p class="gateway">
        <ProfileName profile={profile} withOrigin />
      </p>
      {allowed ? (
        <KeyStep
          origin={profile.origin}
          before={profile}
          keep={(apiKey) => ask('profile.reconnect', { profileId: profile.id, apiKey })}
          onDone={done}
        />
      ) : (
        <>
          <p>{words.willAsk(new URL(profile.origin).hostname)}</p>
          {denied && <Refused what={words.troubles.denied.what} todo={words.troubles.denied.todo} />}
          <Button kind="main" onClick={allow}>
            {words.allow}
          </Button>
        </>
      )}
    </div>
  )
}
