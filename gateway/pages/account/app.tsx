import { useMemo, useRef } from 'preact/hooks'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Announcer } from '#shared/ui/kit/states/announcer.tsx'
import type { SecurityApi } from '#shared/ui/security/api.ts'
import { ofAccount, watchSession } from '#shared/ui/security/sessions/watch-session.ts'
import { Bar } from './bar.tsx'
import { useSignedIn } from './use-signed-in.ts'
import { View } from './view.tsx'
import { words } from './words.ts'

export type AppProps = { api: SecurityApi; origin: string }

/** The page: who is signed in, and what they can do about it. */
export function App({ api: plain, origin }: AppProps) {
  const { who, entered, left, look } = useSignedIn(plain)
  const user = who.is === 'in' ? who.user : undefined
  const { id, email } = user ?? {}
  const held = useRef(who)
  held.current = who
  // Another tab may sign in as somebody else, with the same cookie.
  const own = useMemo(() => (id === undefined ? plain : ofAccount(plain, id)), [plain, id])
  // A session can end from elsewhere, and is then missed by whatever call comes next.
  const api = useMemo(() => {
    if (email === undefined) return own
    const ended = () => {
      announce(words.sessionEnded)
      left(email)
    }
    return watchSession(own, () => held.current, ended)
  }, [own, left, email])
  return (
    <>
      <Bar api={own} user={user} onSignedOut={() => left('')} />
      <View who={who} api={api} origin={origin} onUser={entered} onRetry={look} />
      <Announcer />
    </>
  )
}
