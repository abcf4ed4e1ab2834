import { Facts } from '../../../ui/parts/facts.tsx'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import type { Sum } from '../model.ts'
import { Sums } from '../sums.tsx'

type PaidProps = Pick<ScreenProps, 'view'> & { name: string; rows: number; sums: readonly Sum[] }

/** The rows that are paid by a deed: the decider sees them, even if amounts are hidden elsewhere. */
export function Paid({ name, rows, sums, view }: PaidProps) {
  const words = batchesWords
  return (
    <Facts
      facts={[
        { name, value: words.payments(rows) },
        { name: words.sum, value: <Sums sums={sums} view={view} hidden={false} /> },
      ]}
    />
  )
}
