import { failureOf } from '#shared/client-failure.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { UnknownPaymentsNotice } from '../../ui/obstacles/unknown-payments-notice.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { go } from '../../ui/routes/route.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { WithSession } from '../../ui/routes/with-session.tsx'
import { endSession, type HeldSession } from '../../ui/session/session.ts'
import { ProfileName } from '../../ui/wallets/profile-name.tsx'
import { removeGatewayWords } from '../../words/en/settings/settings.ts'

export type RemoveGatewayProps = { surface: Surface; profile: Profile; params: URLSearchParams }

/** Takes a gateway out of this browser, and if wanted its key out of the gateway. */
export function RemoveGateway({ surface, profile, params }: RemoveGatewayProps) {
  const words = removeGatewayWords
  const here = { remove: profile.id, revoke: '1' }
  const remove = useAction(() => removeProfile(profile))
  // It came from a backup: which key another browser has of it is known to its account page alone.
  const keyless = profile.key.id === ''
  return (
    <>
      <Heading back="settings">{words.title}</Heading>
      <p class="gateway">
        <ProfileName profile={profile} withOrigin />
      </p>
      <p>{words.about}</p>
      <UnknownPaymentsNotice profileId={profile.id} />
      {remove.failure !== undefined && <Refused failure={remove.failure} />}
      {params.has('revoke') && surface === 'tab' && !keyless ? (
        <WithSession profile={profile}>{(session) => <Revoke session={session} profile={profile} />}</WithSession>
      ) : (
        <>
          <p>{keyless ? words.keyElsewhere(`${profile.origin}/account`) : words.keyStays(profile.key.prefix)}</p>
          <div class="buttons">
            {!keyless && (
              <Button kind="main" onClick={() => goInTab(surface, 'settings', here)}>
                {words.revokeToo}
              </Button>
            )}
            <Button kind="quiet-danger" busy={remove.busy} onClick={remove.run}>
              {words.removeOnly}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function Revoke({ session, profile }: { session: HeldSession; profile: Profile }) {
  const words = removeGatewayWords
  const revoke = useAction(async () => {
    await session.api.revokeApiKey({ id: profile.key.id }).catch((error: unknown) => {
      // A key that was revoked before is what the person wants.
      if (failureOf(error).code !== 'not_found') throw error
    })
    await removeProfile(profile)
  })
  return (
    <>
      {revoke.failure !== undefined && <Refused failure={revoke.failure} />}
      <div class="buttons">
        <Button kind="danger" busy={revoke.busy} onClick={revoke.run}>
          {words.revokeAndRemove}
        </Button>
      </div>
    </>
  )
}

/** The sign-in goes first: without the gateway's permission it could not be ended any more. */
async function removeProfile({ id }: Profile): Promise<void> {
  await endSession()
  await ask('profile.remove', { profileId: id })
  announce(removeGatewayWords.removed)
  go('settings')
}
