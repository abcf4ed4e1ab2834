import { createHash } from 'node:crypto'
import { approvalText } from '#shared/model/approval.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { Waiting } from '../transactions/approvals/store.ts'
import type { World } from '../world/world.ts'

/** What a passkey signs to approve a payment: it is of this payment, this amount and this receiver, and of no other. */
export function challengeOf({ chain }: Pick<World, 'chain'>, waiting: Waiting): string {
  const { units, ...of } = waiting
  const text = approvalText({ ...of, chainId: chain.chainId, amount: formatUnits(units) })
  return createHash('sha256').update(text).digest('base64url')
}
