import * as z from 'zod/mini'
import { Approval } from '../model/approval.ts'
import { Policy } from '../model/policy.ts'
import { CeremonyOptions, CeremonyResponse } from '../model/sign-in.ts'
import { Transaction } from '../model/transaction.ts'
import type { Endpoint } from './kit/endpoint.ts'

/** Null takes it away. */
export const PolicyChange = z.strictObject({ policy: z.nullable(Policy) })

const decision = { method: 'POST', tag: 'Policies and approvals', access: 'session', status: 200 } as const
const cannotPay = [
  'policy_denied',
  'batch_conflict',
  'request_ended',
  'transfer_failed',
  'redeem_failed',
  'redeem_settlement_failed',
  'upstream_unavailable',
  'not_configured',
  'reconciling',
  'overloaded',
] as const

export const policyEndpoints = {
  getPolicy: {
    method: 'GET',
    path: '/policy',
    summary: 'What payments of the account must keep to',
    tag: 'Policies and approvals',
    access: 'session',
    status: 200,
    data: z.object({ policy: z.nullable(Policy) }),
    refusals: [],
  },
  putPolicy: {
    method: 'PUT',
    path: '/policy',
    summary: 'Set what payments of the account must keep to, or take it away with null',
    tag: 'Policies and approvals',
    access: 'session',
    body: PolicyChange,
    status: 200,
    data: z.object({ policy: z.nullable(Policy) }),
    recent: true,
    event: 'policy.changed',
    refusals: [],
  },
  listApprovals: {
    method: 'GET',
    path: '/approvals',
    summary:
      'Payments that wait for a person: 200 single ones at most, then as many rows of batches, the one first whose time ends first',
    tag: 'Policies and approvals',
    access: 'read',
    whole: true,
    status: 200,
    data: z.object({ approvals: z.array(Approval) }),
    refusals: [],
  },
  approvalOptions: {
    ...decision,
    path: '/transactions/{id}/approve/options',
    summary: "What a passkey has to sign to approve a payment: the payment's hash",
    body: z.strictObject({}),
    data: z.object({ options: CeremonyOptions }),
    refusals: ['not_found', 'not_waiting', 'batch_conflict', 'request_ended'],
  },
  approveTransaction: {
    ...decision,
    path: '/transactions/{id}/approve',
    summary: 'Let a payment pass that waits; where the account has a passkey, with its signature over the payment',
    body: z.strictObject({ response: z.optional(CeremonyResponse) }),
    data: z.object({ transaction: Transaction }),
    event: 'approval.approved',
    refusals: ['not_found', 'not_waiting', 'own_payment', 'invalid_passkey', 'reauthentication_required', ...cannotPay],
  },
  rejectTransaction: {
    ...decision,
    path: '/transactions/{id}/reject',
    summary: 'Refuse a payment that waits: it fails, and nothing is sent',
    data: z.object({ transaction: Transaction }),
    event: 'approval.rejected',
    refusals: ['not_found', 'not_waiting', 'reconciling'],
  },
} as const satisfies Record<string, Endpoint>

export type PolicyChange = z.infer<typeof PolicyChange>
