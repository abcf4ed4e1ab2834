import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { passkeyObstacle, signWithPasskey } from '#shared/ui/security/passkeys/ceremony.ts'
import type { Again } from '#shared/ui/security/sign-in/again-context.ts'
import { challengeOf } from './challenge.ts'

export type Approved =
  | { is: 'approved'; transaction: Transaction }
  /** The gateway would have had something else signed than what is shown. */
  | { is: 'another payment' }
  /** Why no passkey can be used here. */
  | { is: 'no passkey here'; why: string }
  /** The person gave up. */
  | { is: 'left' }

export type Approving = {
  api: Client
  /** Origin of the gateway. */
  origin: string
  userId: string
  /** As it is shown. */
  transaction: Transaction
  again: Again
}

/**
 * Approves what is shown: an account that has a passkey signs the hash that this page makes of it, whatever the gateway says
 * that it is; others sign in anew where that was long ago.
 */
export async function approvePayment({ api, origin, userId, transaction, again }: Approving): Promise<Approved> {
  const { id } = transaction
  const { options } = await api.approvalOptions({ id })
  const challenge = challengeOf(userId, transaction)
  if (challenge === undefined || options.challenge !== challenge) return { is: 'another payment' }
  if (!hasPasskey(options)) {
    const answer = await again(() => api.approveTransaction({ id }))
    return answer === undefined ? { is: 'left' } : { is: 'approved', transaction: answer.transaction }
  }
  const why = passkeyObstacle(origin)
  if (why !== undefined) return { is: 'no passkey here', why }
  const response = await signWithPasskey(options)
  return { is: 'approved', transaction: (await api.approveTransaction({ id, response })).transaction }
}

function hasPasskey(options: Record<string, unknown>): boolean {
  const { allowCredentials } = options
  return Array.isArray(allowCredentials) && allowCredentials.length > 0
}
