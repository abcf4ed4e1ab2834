import type { Address } from '#shared/model/ids.ts'
import type { LegKind } from '../../db/schema.ts'
import type { World } from '../../world/world.ts'

const OPERATOR_KINDS: LegKind[] = ['fund', 'payout', 'finalize']

/** The operator now, and every one before whose key has signed here. */
export async function operatorAddresses(world: World): Promise<Address[]> {
  const rows = await world.db
    .selectFrom('legs')
    .select('sender')
    .distinct()
    .where('kind', 'in', OPERATOR_KINDS)
    .execute()
  const now = world.chain.operator?.address
  return [...new Set([...(now === undefined ? [] : [now]), ...rows.map(({ sender }) => sender)])]
}

/** Every address whose nonces this gateway gives out, or once did. */
export async function allSigners(world: World): Promise<Address[]> {
  const wallets = await world.db.selectFrom('wallets').select('address').where('type', '=', 'CUSTODIAL').execute()
  return [...new Set([...(await operatorAddresses(world)), ...wallets.map(({ address }) => address)])]
}
