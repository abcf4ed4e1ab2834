import type { Address } from '#shared/model/ids.ts'
import type { ConfidentialInput } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import type { Row } from '../rows-store.ts'
import { ROWS_PER_PROOF } from './limits.ts'

/** Inputs of rows that one proof has encrypted together, by the ID of the row: in memory, since another proof makes others. */
export type Inputs = Map<string, ConfidentialInput & { batchId: string }>

/** Encrypts the amounts of rows that wait, as many as a proof holds, where a proof is costly and the next row has none. */
export async function prove(world: World, wallet: Address, inputs: Inputs, rows: readonly Row[]): Promise<void> {
  const hidden = rows.filter(({ token }) => token === world.chain.tokens.cstable.symbol)
  const [next] = hidden
  if (!world.chain.confidential.isCostly || next === undefined || inputs.has(next.id)) return
  const some = hidden.filter(({ id }) => !inputs.has(id)).slice(0, ROWS_PER_PROOF)
  const made = await world.chain.confidential.encryptSeveral(
    wallet,
    some.map(({ units }) => units ?? 0n),
  )
  for (const [index, { id, batchId }] of some.entries()) {
    const input = made[index]
    if (input !== undefined) inputs.set(id, { ...input, batchId })
  }
}
