import { failureOf } from '#shared/client-failure.ts'
import type { User } from '#shared/model/user.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { sayFailure } from '#shared/ui/kit/states/failure-words.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import type { SecurityApi } from '#shared/ui/security/api.ts'
import { isSignedOut } from '#shared/ui/security/sessions/watch-session.ts'
import { words } from './words.ts'

export type BarProps = { api: SecurityApi; user: User | undefined; onSignedOut: () => void }

/** Whose gateway this is, which network, who is signed in. */
export function Bar({ api, user, onSignedOut }: BarProps) {
  const signOut = async () => {
    try {
      await api.logout({})
    } catch (error) {
      // A session that has ended already needs no end.
      if (!isSignedOut(error)) return announce(sayFailure(failureOf(error)).what)
    }
    announce(words.signedOut)
    onSignedOut()
  }
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img class="mark" src="/account/icon.svg" alt="" width={28} height={28} />
        {words.brand}
      </a>
      <Tag>{words.network}</Tag>
      {user !== undefined && (
        <>
          <span class="who" title={user.email}>
            {user.email}
          </span>
          <Button kind="quiet" onClick={signOut}>
            {words.signOut}
          </Button>
        </>
      )}
    </header>
  )
}
