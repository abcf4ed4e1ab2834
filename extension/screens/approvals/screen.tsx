import { useEffect } from 'preact/hooks'
import type { Approval } from '#shared/model/approval.ts'
import { read } from '../../background/ask.ts'
import { keepWaiting } from '../../ui/approvals/kept-waiting.ts'
import { refreshContacts } from '../../ui/contacts/kept-contacts.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { signOf, useOnChange } from '../../ui/live/use-on-change.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
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
  const { surface, profile, params } = props
  const title = appWords.nav.approvals
  // A key that is limited to some wallets is told of none: a person who signs in is.
  const isLimited = profile.key.walletIds !== null
  const about = approvalsWords.limited
  if (isLimited && surface !== 'tab') {
    return <InTab title={title} about={about} route="approvals" params={Object.fromEntries(params)} />
  }
  return (
    <>
      {params.has('id') ? (
        <Heading back="approvals">{approvalsWords.title}</Heading>
      ) : (
        <Heading
          actions={
            <a class="button button-quiet" href={routeHash('policies')}>
              {policiesWords.title}
            </a>
          }
        >
          {title}
        </Heading>
      )}
      {isLimited ? (
        <WithSession profile={profile} about={about}>
          {(session) => <Inbox {...props} session={session} />}
        </WithSession>
      ) : (
        <Inbox {...props} />
      )}
    </>
  )
}

function Inbox({ session, ...props }: ScreenProps & { session?: HeldSession }) {
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
  return <WaitingList {...props} waiting={waiting} />
}
