import type { Transaction } from '#shared/model/transaction.ts'
import { nameOf } from '#shared/ui/kit/values/name-of.ts'
import { StatusTag } from '#shared/ui/kit/values/status-tag.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { transactionRowWords } from '../../words/en/home.ts'

type Stands = Pick<Transaction, 'status' | 'waitingFor' | 'failure'>

/** How far a payment is, and whether that is up to a person. */
export function Standing({ of: { status, waitingFor, failure } }: { of: Stands }) {
  const words = transactionRowWords
  if (status === 'PENDING' && waitingFor === 'approval')
    return (
      <Tag tone="warn" icon="person">
        {words.approval}
      </Tag>
    )
  if (status === 'FAILED' && failure !== undefined && Object.hasOwn(words.unapproved, failure))
    return (
      <Tag tone="danger" icon="close">
        {nameOf(words.unapproved, failure)}
      </Tag>
    )
  return <StatusTag status={status} />
}
