import { failureOf } from '../../../client-failure.ts'
import type { Session } from '../../../model/sign-in.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Row, Rows } from '../../kit/layout/rows.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { announce } from '../../kit/states/announcements.ts'
import { Empty } from '../../kit/states/empty.tsx'
import { sayFailure } from '../../kit/states/failure-words.ts'
import { Loaded } from '../../kit/states/loaded.tsx'
import { useLoad, useReload } from '../../kit/states/use-load.ts'
import { atTime } from '../../kit/values/ago.ts'
import { Tag } from '../../kit/values/tag.tsx'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { useAgain } from '../sign-in/again-context.ts'
import { browserOf } from './browser-of.ts'

export type SessionsProps = Pick<SecurityProps, 'api' | 'onChanged'> & { version: number }

/** Where the account is signed in; any other session can be ended. It asks again whenever `version` grows. */
export function Sessions({ api, onChanged, version }: SessionsProps) {
  const words = securityWords.sessions
  const again = useAgain()
  const sessions = useLoad(async (signal) => (await api.listSessions({}, { signal })).sessions, [api])
  useReload(sessions, version)
  const end = async (id: string) => {
    try {
      if ((await again(() => api.endSession({ id }))) === undefined) return
      announce(words.ended)
      onChanged()
    } catch (error) {
      announce(sayFailure(failureOf(error)).what)
    }
    await sessions.reload()
  }
  return (
    <Section title={words.title} about={words.about}>
      <Loaded of={sessions} empty={(list) => list.length === 0} whenEmpty={<Empty icon="device">{words.empty}</Empty>}>
        {(list) => (
          <Rows>
            {list.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => end(session.id)} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const words = securityWords.sessions
  const name = browserOf(session.userAgent)
  const title = (
    <>
      {name} {session.current && <Tag tone="accent">{words.current}</Tag>}
    </>
  )
  const end = (
    <Button kind="quiet-danger" label={words.endOf(name)} onClick={onEnd}>
      {words.end}
    </Button>
  )
  const meta = [words.since(atTime(session.createdAt), atTime(session.lastSeenAt))]
  return <Row icon="device" title={title} meta={meta} {...(session.current ? {} : { actions: end })} />
}
