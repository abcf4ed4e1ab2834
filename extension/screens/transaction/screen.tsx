import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { read } from '../../background/ask.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { signOf, useOnChange } from '../../ui/live/use-on-change.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { useKeptTransactions } from '../activity/use-kept.ts'
import { goesOn, knownOf } from './model.ts'
import { TransactionView } from './transaction-view.tsx'

/** One transaction of the account, no matter who began it. */
export function TransactionScreen(props: ScreenProps) {
  const id = props.params.get('id')
  if (id === null) return <Nothing>{transactionWords.none}</Nothing>
  return <Looked {...props} id={id} />
}

function Looked({ id, ...props }: ScreenProps & { id: string }) {
  const profileId = props.profile.id
  const seen = useLive(async () => (await read(profileId, 'getTransaction', { id })).transaction, goesOn, id)
  // An ended transaction may be taken back, and no other part of the wallet would ask about it again.
  useOnChange(signOf(props.view), seen.reload)
  // Until the gateway answers, and while it is away.
  const kept = knownOf(id, useKeptTransactions(profileId), props.view?.transactions?.list ?? [])
  if (seen.is === 'refused' && seen.failure.code === 'not_found') return <Nothing>{transactionWords.gone}</Nothing>
  const known = seen.is === 'ready' ? seen.value : kept
  return (
    <>
      <Heading back="activity">
        {known === undefined ? transactionWords.title : transactionWords.types[known.type]}
      </Heading>
      {seen.is !== 'ready' && kept !== undefined ? (
        <>
          {seen.is === 'refused' && <Refused failure={seen.failure} onRetry={seen.reload} />}
          <TransactionView {...props} transaction={kept} stale reload={seen.reload} />
        </>
      ) : (
        <Loaded of={seen}>
          {(transaction) => <TransactionView {...props} transaction={transaction} reload={seen.reload} />}
        </Loaded>
      )}
    </>
  )
}

function Nothing({ children }: { children: string }) {
  return (
    <>
      <Heading back="activity">{transactionWords.title}</Heading>
      <Empty
        icon="activity"
        action={
          <a class="button" href={routeHash('activity')}>
            {transactionWords.back}
          </a>
        }
      >
        {children}
      </Empty>
    </>
  )
}
