import { Command } from 'commander'
import * as z from 'zod/mini'
import type { Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { Config, Source } from '../../config/config.ts'
import { isAltered } from '../../db/sealed/open-unaltered.ts'
import { listAllUnattributed } from '../../legs/reconciling/unattributed/lists-store.ts'
import { noteLookedAt, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import { type Asked, askAboutAll } from '../../transactions/payouts/by-hand/ask-about-all.ts'
import { payByHand, voidPayout } from '../../transactions/payouts/by-hand/by-hand.ts'
import { needsChain, notePaid, noteResolved, noteUnsigned } from '../../transactions/payouts/by-hand/noted-as-paid.ts'
import { type Debt, listMinedAfterAll, listOwed, listUnpaid, type Unpaid } from '../../transactions/payouts/debts.ts'
import { systemClock } from '../../world/clock.ts'
import { printable, printableJson, printableLine } from '../../world/printable.ts'
import { beside } from '../beside.ts'
import { describeAllUnattributed, describeUnattributed, isNew } from '../doctor/database/senders.ts'
import { openInstalled } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

const TransactionHash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))

type Choices = { pay?: string; paid?: string[]; void?: string; seen?: string; json?: true }

/**
 * `sotto owed`: redeems whose payout can never be made, which stand here until the operator has paid or returned them;
 * those that are still being paid out, with what they wait for; and what the chain shows and no payment accounts for. What
 * only a person can decide is decided here, and held against the chain.
 */
export function owedCommand(env: Source): Command {
  const owed = new Command('owed')
    .summary('redeems that were burned and not paid out')
    .description(
      'redeems that were burned and not paid out: those that never will be by trying again, and those under way',
    )
    .option('--pay <id>', 'pay one out now; by HASH what went to a former operator after it was replaced')
    .option('--paid <id...>', 'note that one has been paid or returned: ID, or ID HASH, which the chain must show')
    .option('--void <id>', 'give up a payout that is signed and can never be mined any more')
    .option('--seen <hash>', 'tick off what is on chain and in no payment here, once you know what it was')
    .option('--json', 'what is owed as one JSON object')
  withSettings(owed).action(async () => {
    const config = configOf(owed, env)
    const choices = owed.opts() as Choices
    await decide(config, choices)
    const store = await openInstalled(config)
    try {
      const { db, keys } = store
      const asked = await askChain(config)
      const altered = new Set<string>()
      const note = (id: string) => void altered.add(id)
      const mined = await listMinedAfterAll(db, keys, asked?.paid, note)
      const lists = { debts: await listOwed(db, keys, note), unpaid: await listUnpaid(db, keys, note), mined }
      const unattributed = await listAllUnattributed(db, keys, ({ hash }) => note(hash))
      const found = { ...lists, ...asked, altered }
      if (choices.json) print(`${printableJson(owedAsJson(found, unattributed))}\n`)
      else print(describeOwed(found) + describeAllUnattributed(unattributed, asked?.unseen))
    } finally {
      await store.db.destroy()
    }
  })
  return owed
}

async function decide(config: Config, { pay, paid, void: dead, seen, json }: Choices): Promise<void> {
  // Standard output is for what is owed where a script reads it.
  const say = (text: string) => {
    if (json) process.stderr.write(`${printable(text)}\n`)
    else print(`${text}\n`)
  }
  const [id, hash, ...more] = paid ?? []
  if (more.length > 0)
    throw new Error('--paid takes the ID of one redeem, and the hash that paid it: repeat the command for another.')
  if (seen !== undefined) await tickOff(config, seen)
  if (pay !== undefined) await beside(config, async (world) => say(`PAID ${pay} by ${await payByHand(world, pay)}`))
  if (dead !== undefined) await beside(config, async (world) => say(`VOID: ${await voidPayout(world, dead)}`))
  if (id === undefined) return
  if (hash !== undefined) {
    const found = TransactionHash.safeParse(hash)
    if (!found.success) throw new Error(`${printableLine(hash)} is not the hash of a transaction.`)
    await beside(config, (world) => notePaid(world, id, hash as Hex))
    return
  }
  if (!(await settledOffline(config, id))) await beside(config, (world) => noteResolved(world, id))
}

/** Known to a person, and kept: it decides nothing any more. */
async function tickOff(config: Config, hash: string): Promise<void> {
  const store = await openInstalled(config)
  try {
    if (!(await noteLookedAt(store.db, hash.toLowerCase() as Hex, systemClock.now())))
      throw new Error(`${printableLine(hash)} is the hash of nothing that is on chain and in no payment here.`)
  } finally {
    await store.db.destroy()
  }
}

/** Where no payout is signed, or may have paid after all, the chain need not be there. False where one is. */
async function settledOffline(config: Config, id: string): Promise<boolean> {
  const store = await openInstalled(config)
  try {
    if (await needsChain(store, id)) return false
    await noteUnsigned(store, id)
    return true
  } finally {
    await store.db.destroy()
  }
}

/** Undefined where the chain cannot be asked. */
async function askChain(config: Config): Promise<Asked | undefined> {
  let asked: Asked | undefined
  try {
    await beside(config, async (world) => {
      asked = await askAboutAll(world)
    })
  } catch (error) {
    if (isAltered(error)) throw error
  }
  return asked
}

/** `altered`: what is in no list, since somebody has altered it in the database. */
type Owed = { debts: Debt[]; unpaid: Unpaid[]; mined?: Debt[]; altered?: ReadonlySet<string> } & Partial<Asked>

export function describeOwed({ debts, unpaid, mined = [], altered, paid, unknown, evidence }: Owed): string {
  const claim = ({ id, units, token, address }: Debt | Unpaid) =>
    `${id}  ${formatUnits(units)} ${printableLine(token)}  to ${address}`
  const waiting = unpaid.flatMap((one) => {
    const known = evidence?.get(one.id)
    const wait = `waits for ${(one.waitingFor ?? 'its payout').replace('_', ' ')} since ${one.since.toISOString()}`
    return [`  ${claim(one)}  ${wait}`, ...(known === undefined ? [] : [`      its payout: ${known}`])]
  })
  return [
    ...(debts.length === 0
      ? ['Nothing is owed.']
      : ['Owed: pay or return these, then note it with --paid ID; or --pay ID.']),
    ...debts.map((debt) => `  ${claim(debt)}  ${paidNote(paid?.get(debt.id)) ?? printableLine(debt.error)}`),
    ...(wasAsked(paid, unknown) ? [] : [UNASKED]),
    ...(mined.length === 0
      ? []
      : ['Given up on the word of a node, and mined after all; note it with --paid ID [HASH].']),
    ...mined.map((one) => `  ${claim(one)}  ${one.error}`),
    ...(waiting.length === 0 ? [] : ['Being paid out, tried again at every look:']),
    ...waiting,
    ...(altered?.size ? [ALTERED, ...[...altered].map((id) => `  ${printableLine(id)}`)] : []),
    '',
  ].join('\n')
}

/** The same for a script. `chainAsked` is false where payments and blocks of the meantime are unknown. */
function owedAsJson({ debts, unpaid, mined = [], altered, paid, ...asked }: Owed, unattributed: Unattributed[]) {
  const claim = ({ id, units, token, address }: Debt | Unpaid) => ({ id, amount: formatUnits(units), token, address })
  return {
    owed: debts.map((one) => ({ ...claim(one), error: one.error, paidBy: paid?.get(one.id) ?? null })),
    minedAfterFailure: mined.map((one) => ({ ...claim(one), error: one.error })),
    underWay: unpaid.map((one) => {
      const payout = asked.evidence?.get(one.id) ?? null
      return { ...claim(one), waitingFor: one.waitingFor, since: one.since, payout }
    }),
    unattributed: unattributed.filter(isNew).map(describeUnattributed),
    tickedOff: unattributed.filter((one) => !isNew(one)).map(describeUnattributed),
    unseen: [...(asked.unseen ?? [])],
    altered: [...(altered ?? [])],
    chainAsked: wasAsked(paid, asked.unknown),
  }
}

const UNASKED = '  The chain could not be asked for payments of the meantime: look before you pay.'
const ALTERED = 'Somebody has altered these in the database, and they may be owed: find out why, or restore a backup.'
const wasAsked = (paid: Owed['paid'], unknown: Owed['unknown']) => paid !== undefined && !unknown?.size
const paidNote = (hash: Hex | undefined) => hash && `PAID on chain meanwhile, by ${hash}: only note it`
