import type { AccountEvent } from '../../../model/event.ts'
import { Row } from '../../kit/layout/rows.tsx'
import { sayFailure } from '../../kit/states/failure-words.ts'
import { atTime } from '../../kit/values/ago.ts'
import { nameOf } from '../../kit/values/name-of.ts'
import { Tag } from '../../kit/values/tag.tsx'
import { eventWords, happenedWords } from '../../words/events.ts'
import { securityWords } from '../../words/security.ts'

export function ActivityRow({ event }: { event: AccountEvent }) {
  const words = securityWords.activity
  const { type, outcome, at, credential, address } = event
  const refused = outcome !== 'ok' && outcome !== 'challenge'
  const where = [credential && nameOf(words.by, credential.type), address && words.from(address)]
    .filter(Boolean)
    .join(' ')
  const title = (
    <>
      {nameOf(outcome === 'ok' ? happenedWords : eventWords, type)}{' '}
      {refused && <Tag tone="danger">{words.refused}</Tag>}
    </>
  )
  const line = [atTime(at), where].filter(Boolean).join(' · ')
  return (
    <Row
      title={title}
      meta={[line, refused && sayFailure({ code: outcome, message: outcome.replaceAll('_', ' ') }).what]}
    />
  )
}
