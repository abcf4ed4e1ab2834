import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { BatchList } from './list.tsx'
import { NewBatch } from './make/new-batch.tsx'
import { OneBatch } from './one.tsx'
import './batches.css'

/** Many payments at once: all batches, one, or a new one. */
export function Batches(props: ScreenProps) {
  const words = batchesWords
  const { params, profile, surface } = props
  if (profile.key.walletIds !== null) {
    return (
      <>
        <Heading back="send">{words.title}</Heading>
        <Refused what={words.limited} todo={words.limitedTodo} />
      </>
    )
  }
  const id = params.get('id')
  if (id !== null) return <OneBatch {...props} key={id} id={id} />
  if (!params.has('make')) return <BatchList {...props} />
  if (surface !== 'popup') return <NewBatch {...props} />
  return (
    <InTab title={words.makeTitle} about={words.inTab} route="batches" params={{ make: '' }} back={['batches', {}]} />
  )
}
