import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { intents } from '../../intents/kept.ts'
import { unknownWords } from '../../words/en/payments/unknown.ts'
import { verbWords } from '../../words/en/payments/verbs.ts'
import { useItem } from '../hooks/use-item.ts'
import { Notice } from '../parts/notice.tsx'
import { allPayments } from '../payments/all-payments.ts'
import { unknownPayments } from './unknown-payments.ts'
import { UnreadablePaymentsNotice } from './unreadable-payments-notice.tsx'

/** So many are named; more than one is seldom. */
const NAMED = 3

/** Shown before their records are forgotten: the payments of which it is unknown whether they were made. */
export function UnknownPaymentsNotice({ profileId }: { profileId?: string }) {
  const stored = useItem(intents)
  // While the wallet is locked they have no names, and are told all the same.
  const opened = useLoad(allPayments, [])
  if (stored === undefined || opened.is === 'waiting') return null
  const found = unknownPayments(stored, opened.is === 'ready' ? opened.value : [], profileId)
  if (found.length === 0) return <UnreadablePaymentsNotice />
  return (
    <>
      <UnreadablePaymentsNotice />
      <Notice tone="danger" icon="warning" title={unknownWords.title(found.length)}>
        {unknownWords.about}
        <ul class="unknown-payments">
          {found.slice(0, NAMED).map(({ id, verb, consentedAt }) => (
            <li key={id}>
              {verb === undefined ? unknownWords.unnamed : verbWords[verb]}, <Time at={consentedAt} as="moment" />
            </li>
          ))}
          {found.length > NAMED && <li>{unknownWords.more(found.length - NAMED)}</li>}
        </ul>
      </Notice>
    </>
  )
}
