import { useEffect } from 'preact/hooks'
import type { PolicyOf } from '#shared/model/policy.ts'
import { PolicyOf as Of } from '#shared/model/policy.ts'
import { refreshContacts } from '../../ui/contacts/kept-contacts.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { WithSession } from '../../ui/routes/with-session.tsx'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { AllPolicies } from './all.tsx'
import { EditPolicy } from './edit.tsx'
import './policies.css'

/** What payments must keep to: of the account, of each key, of each wallet. */
export function Policies({ surface, profile, params }: ScreenProps) {
  const words = policiesWords
  const profileId = profile.id
  // Who may be paid is told by the names of contacts: those of an hour ago are not good enough.
  useEffect(() => void refreshContacts(profileId).catch(() => undefined), [profileId])
  if (surface !== 'tab') return <InTab title={words.title} about={words.inTab} route="policies" back="approvals" />
  const of = ofParams(params)
  return (
    <>
      <Heading back={of === undefined ? 'approvals' : 'policies'}>{words.title}</Heading>
      <WithSession profile={profile} unfocused>
        {(session) =>
          of === undefined ? (
            <AllPolicies api={session.api} profile={profile} />
          ) : (
            <EditPolicy api={session.api} profile={profile} of={of} id={params.get('id') ?? ''} />
          )
        }
      </WithSession>
    </>
  )
}

function ofParams(params: URLSearchParams): PolicyOf | undefined {
  return Of.options.find((each) => each === params.get('of'))
}
