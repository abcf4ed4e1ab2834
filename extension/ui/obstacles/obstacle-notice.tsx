import type { WalletBalances } from '#shared/model/balances.ts'
import { plainToken } from '../../plain-text.ts'
import { obstacleWords } from '../../words/en/orders/order.ts'
import { Notice } from '../parts/notice.tsx'
import { type RouteName, routeHash } from '../routes/route.ts'
import { type Obstacle, obstacleOf, type Source } from './obstacle.ts'

const ways: Record<Obstacle, RouteName | undefined> = { gas: 'fund', fund: 'fund', mint: 'mint', sealed: undefined }

/** What a wallet lacks for a payment, and the way to get it. */
export function ObstacleNotice({ balances, source }: { balances: WalletBalances; source: Source }) {
  const obstacle = obstacleOf(balances, source)
  if (obstacle === undefined) return null
  const to = ways[obstacle]
  return (
    <Notice
      tone="warn"
      icon="warning"
      action={
        to !== undefined && (
          <a class="button" href={routeHash(to, { wallet: balances.wallet.id })}>
            {obstacleWords.ways[obstacle]}
          </a>
        )
      }
    >
      {obstacleWords.what[obstacle](plainToken(balances.normal.token), plainToken(balances.confidential.token))}
    </Notice>
  )
}
