import { sha256 } from '@noble/hashes/sha2.js'
import { CHAIN_ID } from '#shared/api/kit/base.ts'
import { approvalText, approvedBody } from '#shared/model/approval.ts'
import type { Transaction } from '#shared/model/transaction.ts'

/**
 * What a passkey has to sign to approve the payment that is shown here, of this account, and no other: base64url, or undefined where
 * the gateway says too little of it.
 */
export function challengeOf(userId: string, transaction: Transaction): string | undefined {
  const body = approvedBody(userId, CHAIN_ID, transaction)
  if (body === undefined) return undefined
  const digest = sha256(new TextEncoder().encode(approvalText(body)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
