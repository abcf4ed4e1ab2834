import type { Ref } from 'preact'
import type { RequestVerification } from '#shared/model/nota.ts'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainLine, plainToken } from '../../plain-text.ts'
import { type RequestState, requestFlawOf } from '../../sites/payments/rules.ts'
import { payWords } from '../../words/en/requests.ts'
import { GroupedAddress } from '../addresses/grouped-address.tsx'
import { Checks } from '../notas/nota-verdict.tsx'
import { Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import './request-details.css'

export type RequestDetailsProps = {
  verdict: RequestVerification
  /** How it stands, where that was asked. */
  state?: RequestState
  /** What of it is still to be paid, where that is less than it asks for. */
  open?: string | null
  now: number
  /** Comes into view once all of it was on screen. */
  endRef?: Ref<HTMLParagraphElement>
}

/** All that a request says, under the signature of who made it, and who that is. */
export function RequestDetails({
  verdict,
  state = 'open',
  open = verdict.subject.amount,
  now,
  endRef,
}: RequestDetailsProps) {
  const words = payWords
  const { subject, issuer } = verdict
  const { amount, token, label, memo, address, expiresAt } = subject
  const name = label === null ? '' : plainLine(label, 100)
  return (
    <section class="request-details">
      <p class="request-amount">
        {open === null ? words.choose : <Amount value={open} token={plainToken(token)} size="xl" />}
      </p>
      {state === 'part' && amount !== null && (
        <p class="hint">
          {words.openOf} <Amount value={amount} token={plainToken(token)} />
        </p>
      )}
      {issuer.trust === 'unknown' && (
        <Notice tone="danger" icon="warning" title={words.unknown}>
          {words.unknownTodo}
        </Notice>
      )}
      <Facts
        facts={[
          {
            name: words.to,
            value: (
              <>
                {name !== '' && <bdi class="fact-label">{name}</bdi>}
                <GroupedAddress value={address} />
              </>
            ),
          },
          {
            name: words.memo,
            value: memo === null ? undefined : <bdi class="request-memo">{plainLine(memo, 500)}</bdi>,
          },
          {
            name: words.until,
            value: expiresAt === null ? undefined : <Time at={expiresAt} as="moment" />,
          },
        ]}
      />
      <p class="request-signer" ref={endRef ?? null}>
        <span class="soft">{words.signed}</span> {words.signers[issuer.trust]}
      </p>
      <Flaw verdict={verdict} state={state} now={now} />
    </section>
  )
}

/** Why it cannot be paid, with the failed checks if they tell it. */
function Flaw({ verdict, state, now }: { verdict: RequestVerification; state: RequestState; now: number }) {
  const flaw = requestFlawOf({ verdict, state }, now)
  if (flaw === undefined) return null
  return (
    <Notice tone="danger" icon="warning" title={payWords.flaws[flaw]}>
      {flaw === 'broken' && <Checks checks={verdict.checks.filter(({ result }) => result === 'failed')} />}
    </Notice>
  )
}
