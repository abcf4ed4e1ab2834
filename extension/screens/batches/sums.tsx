import { plainToken } from '../../plain-text.ts'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import type { Sum } from './model.ts'

type SumsProps = Pick<ScreenProps, 'view'> & { sums: readonly Sum[]; hidden: boolean; size?: 'm' | 'l' }

/** An amount for each token, one below the other: all of them, however many, since each is paid. */
export function Sums({ sums, view, hidden, size = 'm' }: SumsProps) {
  return (
    <span class="batch-sums">
      {sums.map(({ token, amount }) => (
        <PrivateAmount
          key={token}
          value={amount}
          token={plainToken(token)}
          size={size}
          hidden={hidden && isConfidential(token, view?.balances?.list)}
        />
      ))}
    </span>
  )
}
