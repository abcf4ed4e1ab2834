import { Refusal } from '#shared/refusal.ts'
import type { Signer } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'

/** Who pays faucet money and redeems. Throws `not_configured`. */
export function requireOperator({ chain }: Pick<World, 'chain'>): Signer {
  if (chain.operator !== undefined) return chain.operator
  throw new Refusal('not_configured', {
    message: 'This gateway has no operator to pay from: SOTTO_OPERATOR_KEY is not set. Nothing was sent.',
  })
}
