import * as z from 'zod/mini'
import { growing } from './growing.ts'
import { DateTime, Id } from './ids.ts'
import { PolicyOf, PolicyRule } from './policy.ts'
import { Transaction } from './transaction.ts'

/** A payment that waits for a person: who asks, what, and why it waits. */
export const Approval = z.object({
  transaction: Transaction,
  /** `label`: of an API key. */
  askedBy: z.object({ type: growing(z.enum(['session', 'api_key'])), id: Id, label: z.nullable(z.string()) }),
  /** Why: a rule, and the policy that it stands in. */
  rule: growing(PolicyRule),
  of: growing(PolicyOf),
  expiresAt: DateTime,
  /** SHA-256 of `approvalText`, base64url: what a passkey signs. */
  challenge: z.string(),
})
export type Approval = z.infer<typeof Approval>

/** What happens to a payment that waits for a person. */
export const ApprovalEvent = z.enum(['waiting', 'approved', 'rejected', 'expired'])
export type ApprovalEvent = z.infer<typeof ApprovalEvent>

/** What a person approves: all that decides what is sent, to whom, and out of what. */
export type ApprovedBody = {
  accountId: string
  transactionId: string
  chainId: number
  walletId: string
  from: string
  type: string
  amount: string
  token: string
  to: string | null
  externalId: string | null
}

/** What is approved of a payment as the API answers it; undefined of one that says too little. */
export function approvedBody(accountId: string, chainId: number, transaction: Transaction): ApprovedBody | undefined {
  const { id, walletId, from, type, amount, token, to, externalId } = transaction
  if (from == null || amount === null) return undefined
  return { accountId, transactionId: id, chainId, walletId, from, type, amount, token, to, externalId }
}

/** The text whose hash is signed, of one line for each field, so that both sides write it alike. */
export function approvalText(body: ApprovedBody): string {
  const { accountId, transactionId, chainId, walletId, from, type, amount, token, to, externalId } = body
  const fields = [accountId, transactionId, chainId, walletId, from, type, amount, token, to, externalId]
  return `sotto approval 1\n${fields.map((field) => JSON.stringify(field)).join('\n')}`
}
