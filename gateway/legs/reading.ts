import type { Address } from '#shared/model/ids.ts'
import { ChainUnavailable, ConfidentialUnavailable, type PaymentQuestion, type PaymentReading } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { belowCeiling } from './fees.ts'
import { requireCaughtUp } from './reconciling/catch-up.ts'
import { senderState } from './reconciling/senders-store.ts'
import { countUnattributed } from './reconciling/unattributed-store.ts'

/**
 * What the chain said, and of how many transactions of each spender was known before it was asked that no payment here
 * made them. What is found later may be the very payment that is about to be made: a reading does not outlive that.
 */
export type Reading = PaymentReading & { strangers: ReadonlyMap<Address, number> }

/**
 * Asks the chain once for all that a payment has to know. Where it has mined what this gateway does not know of somebody
 * who spends, or a pool holds such, that is accounted for first: whoever asks looks after this whether it was the payment
 * itself. Throws `reconciling` where one step of searching was not enough.
 */
export async function readForPayment(world: World, question: PaymentQuestion): Promise<Reading> {
  const first = await readOnce(world, question)
  const behind = await spendersBehind(world, first)
  for (const sender of behind) await requireCaughtUp(world, sender)
  const reading = behind.length === 0 ? first : await readOnce(world, question)
  return { ...reading, fees: belowCeiling(world, reading.fees) }
}

async function readOnce(world: World, question: PaymentQuestion): Promise<Reading> {
  const strangers = await countUnattributed(world.db, question.spenders)
  return { ...(await world.chain.readForPayment(question)), strangers }
}

/**
 * Decides on a reading whose answers may be of different blocks; before it refuses, everything is asked at the block of its
 * balances.
 */
export async function exactlyIfRefused<T>(decide: (exactly: boolean) => Promise<T>): Promise<T> {
  try {
    return await decide(false)
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof ConfidentialUnavailable) throw error
    return decide(true)
  }
}

async function spendersBehind(world: World, { nonces }: PaymentReading): Promise<Address[]> {
  const checked = [...nonces].map(async ([sender, { mined, pending }]) => {
    const { accounted, isBehind, isKnown } = await senderState(world.db, sender)
    const isNew = !isKnown && sender === world.chain.operator?.address
    return mined > accounted || pending > accounted || isBehind || isNew ? sender : undefined
  })
  return (await Promise.all(checked)).filter((sender) => sender !== undefined)
}
