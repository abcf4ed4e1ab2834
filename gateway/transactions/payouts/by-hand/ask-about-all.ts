import type { Hex } from '#shared/model/ids.ts'
import { isAltered } from '../../../db/sealed/open-unaltered.ts'
import { errorWords } from '../../../error-words.ts'
import { listAllUnattributed } from '../../../legs/reconciling/unattributed/lists-store.ts'
import { inBatches } from '../../../world/in-batches.ts'
import type { World } from '../../../world/world.ts'
import { isNoted } from '../../states.ts'
import { findTransaction } from '../../store.ts'
import { recordAllMinedAfterAll } from '../after-failure.ts'
import { listUnpaid } from '../debts.ts'
import { checkCanBeMined, livingPayouts } from './can-be-mined.ts'
import { type PaidMeanwhile, paidMeanwhile, sayDoubtful } from './outcome.ts'

/** Questions to the node. */
const AT_ONCE = 10

/**
 * `evidence`: by redeem that is under way, what is known of a payout that is signed and not mined. `unseen`: hashes of transactions
 * that were found on chain, and are not shown now.
 */
export type Asked = PaidMeanwhile & { evidence: Map<string, string>; unseen: Set<Hex> }

/**
 * What the chain says of all that `sotto owed` lists. A payout that was given up and is mined after all is written down. What
 * somebody has altered in the database keeps nothing else from being asked about.
 */
export async function askAboutAll(world: World): Promise<Asked> {
  const { db, keys } = world
  await recordAllMinedAfterAll(world)
  const asked: Asked = { ...(await paidMeanwhile(world)), evidence: new Map(), unseen: new Set() }
  const leftOut = () => {}
  for (const { id } of await listUnpaid(db, keys, leftOut)) {
    const known = await describePayout(world, id).catch((error: unknown) => {
      if (!isAltered(error)) throw error
      return errorWords(error)
    })
    if (known !== undefined) asked.evidence.set(id, known)
  }
  await inBatches(world, await listAllUnattributed(db, keys, leftOut), AT_ONCE, async ({ hash }) => {
    if ((await world.chain.receipt(hash)) === undefined) asked.unseen.add(hash)
  })
  return asked
}

async function describePayout(world: World, id: string): Promise<string | undefined> {
  const [open] = await livingPayouts(world.db, world.keys, id)
  if (open?.state === 'open') {
    const { canBeMined, evidence } = await checkCanBeMined(world, open)
    return `${evidence}${!canBeMined ? '; if you know that it paid, --paid ID HASH, else --void ID pays again' : ''}`
  }
  const doubt = await sayDoubtful(world, id)
  if (doubt !== undefined) return doubt
  const { paidBy: hash = null, state } = (await findTransaction(world.db, world.keys, id)) ?? {}
  if (hash === null && state !== undefined && isNoted(state))
    return 'noted as paid, and not by what: --paid ID HASH names that, and ends it'
  if (hash === null || (await world.chain.receipt(hash)) !== undefined) return undefined
  return `${hash}, noted as what paid it, is in no block that the chain shows; once you know that it never will be, --void ID pays again`
}
