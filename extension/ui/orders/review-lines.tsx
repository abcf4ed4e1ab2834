import { Card } from '#shared/ui/kit/layout/card.tsx'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { plainLine, plainToken } from '../../plain-text.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { GroupedAddress } from '../addresses/grouped-address.tsx'
import { Facts } from '../parts/facts.tsx'
import { feeText } from './fee.ts'
import type { ReviewLine } from './review-line.ts'

export type ReviewLinesProps = {
  lines: readonly ReviewLine[]
  /** What a unit of gas costs, in wei. */
  gasPrice: Load<string>
}

/** A review as its screen's model wrote it. */
export function ReviewLines({ lines, gasPrice }: ReviewLinesProps) {
  return (
    <Card>
      <Facts facts={lines.map((line) => ({ name: line.name, value: <Value line={line} gasPrice={gasPrice} /> }))} />
    </Card>
  )
}

function Value({ line, gasPrice }: { line: ReviewLine; gasPrice: Load<string> }) {
  switch (line.is) {
    case 'amount':
      return <Amount value={line.amount} token={plainToken(line.token)} size="l" />
    case 'text':
      return <>{line.text}</>
    case 'fee':
      return <>{feeAt(line, gasPrice)}</>
    case 'party':
      return <Party {...line} />
  }
}

function feeAt({ units, has }: Extract<ReviewLine, { is: 'fee' }>, gasPrice: Load<string>): string {
  switch (gasPrice.is) {
    case 'waiting':
      return orderWords.feeWaiting
    case 'refused':
      return orderWords.feeUnknown
    case 'ready':
      return feeText(units, gasPrice.value, has)
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
