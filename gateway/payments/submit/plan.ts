import type { Db } from '../../db/database.ts'
import { costOf, type LegDraft, type Prepared, prepareLegs } from '../../legs/prepare.ts'
import type { Reading } from '../../legs/reading.ts'
import { leftIn, spendableIn } from '../../legs/spendable.ts'
import type { World } from '../../world/world.ts'
import { requireGasCover } from '../rules/gas-cover.ts'
import { completed } from '../rules/legs.ts'
import { type Decision, decide, gasKept, isStillGood } from '../rules/requirements.ts'
import { Overtaken } from './begun.ts'
import type { Draft, Outlook } from './draft.ts'

/** The facts that a payment was decided on, and the calls that it makes. */
export type Plan = { outlook: Outlook; decision: Decision; prepared: Prepared[] }

/** Refuses if the sender cannot spend the amount, or the operator cannot cover it. */
export async function check(world: World, draft: Draft, reading: Reading, atOneBlock: boolean) {
  const outlook = { reading, atOneBlock, spendable: await spendableIn(world, reading, draft.sender, atOneBlock) }
  return { outlook, decision: await decide(world, draft, outlook) }
}

export async function planOf(
  world: World,
  draft: Draft,
  legs: LegDraft[],
  reading: Reading,
  atOneBlock: boolean,
): Promise<Plan> {
  const { outlook, decision } = await check(world, draft, reading, atOneBlock)
  const whole = legs.map((leg) => completed(world, draft, leg, decision.grant))
  const prepared = await prepareLegs(world, draft.sender, whole, reading, atOneBlock)
  const keeps = await gasKept(world, draft, world.chain.operator, reading)
  requireGasCover(world, draft, { has: outlook.spendable.wei, needs: costOf(prepared) + keeps, fees: reading.fees })
  return { outlook, decision, prepared }
}

/** Throws `Overtaken` where a plan does not hold by what is stored now: the chain is not asked. */
export async function checkAgain(db: Db, world: World, draft: Draft, plan: Plan): Promise<void> {
  const books = { ...world, db }
  if (!(await isStillGood(books, draft, plan.decision)) || !(await keepsGas(books, draft, plan))) throw new Overtaken()
}

async function keepsGas(books: World, draft: Draft, { outlook, prepared }: Plan): Promise<boolean> {
  const keeps = await gasKept(books, draft, books.chain.operator, outlook.reading)
  if (keeps === 0n) return true
  const { wei } = await leftIn(books, outlook.reading, draft.sender, outlook.spendable.included)
  return wei >= costOf(prepared) + keeps
}
