import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { plainLine, plainToken } from '../../plain-text.ts'
import { GroupedAddress } from '../addresses/grouped-address.tsx'
import { Facts } from '../parts/facts.tsx'
import type { ReviewLine } from './review-line.ts'

/** A review as its screen's model wrote it. */
export function ReviewLines({ lines }: { lines: readonly ReviewLine[] }) {
  return (
    <Card>
      <Facts facts={lines.map((line) => ({ name: line.name, value: <Value line={line} /> }))} />
    </Card>
  )
}

function Value({ line }: { line: ReviewLine }) {
  switch (line.is) {
    case 'amount':
      return <Amount value={line.amount} token={plainToken(line.token)} size="l" />
    case 'text':
      return <>{line.text}</>
    case 'party':
      return <Party {...line} />
  }
}

function Party({ label, address, note }: Extract<ReviewLine, { is: 'party' }>) {
  const name = label === null ? '' : plainLine(label, 100)
  return (
    <>
      {name !== '' && <bdi class="fact-label">{name}</bdi>}
      <GroupedAddress value={address} />
      {note !== undefined && <span class="fact-note">{note}</span>}
    </>
  )
}
