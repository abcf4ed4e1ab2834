import { useEffect } from 'preact/hooks'
import type { Approval } from '#shared/model/approval.ts'
import { read } from '../../background/ask.ts'
import { keepWaiting } from '../../ui/approvals/kept-waiting.ts'
import { refreshContacts } from '../../ui/contacts/kept-contacts.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { signOf, useOnChange } from '../../ui/live/use-on-change.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { WithSession } from '../../ui/routes/with-session.tsx'
import type { HeldSession } from '../../ui/session/session.ts'
import { appWords } from '../../words/en/app.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { WaitingList } from './list.tsx'
import { OneWaiting } from './one.tsx'
import './approvals.css'

/** Payments that wait for a person: what each is, who asks for it, and the decision. */
export function Approvals(props: ScreenProps) {
  const { surface, profile } = props
  // A key that is limited to some wallets is told of none: a person who signs in is.
  if (profile.key.walletIds === null) return <Inbox {...props} />
  return (
    <>
      <Heading>{appWords.nav.approvals}</Heading>
      <p class="soft">{approvalsWords.limited}</p>
      {surface === 'tab' && (
        <WithSession profile={profile}>{(session) => <Inbox {...props} session={session} untitled />}</WithSession>
      )}
    </>
  )
}

type InboxProps = ScreenProps & { session?: HeldSession; untitled?: boolean }

function Inbox({ session, untitled = false, ...props }: InboxProps) {
  const profileId = props.profile.id
  const asked = async (): Promise<Approval[]> => {
    const { approvals } = await (session?.api.listApprovals({}) ?? read(profileId, 'listApprovals', {}))
    void keepWaiting(profileId, approvals.length)
    return approvals
  }
  // Somebody else may decide meanwhile, and more may come.
  const waiting = useLive(asked, () => true, profileId)
  useOnChange(signOf(props.view), waiting.reload)
  // Who is paid is what a person decides by: names that somebody changed an hour ago are not good enough.
  useEffect(() => void refreshContacts(profileId).catch(() => undefined), [profileId])
  const id = props.params.get('id')
  if (id !== null) return <OneWaiting {...props} {...(session && { session })} id={id} waiting={waiting} />
  return (
    <>
      {!untitled && (
        <Heading
          actions={
            <a class="button button-quiet" href={routeHash('policies')}>
              {policiesWords.title}
            </a>
          }
        >
          {appWords.nav.approvals}
        </Heading>
      )}
      <WaitingList {...props} waiting={waiting} />
    </>
  )
}
