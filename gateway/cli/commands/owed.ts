import { Command } from 'commander'
import type { Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { Config, Source } from '../../config.ts'
import { noticeAllMined } from '../../transactions/after-failure.ts'
import {
  type Debt,
  listMinedAfterAll,
  listOwed,
  listUnpaid,
  paidOnChain,
  settleOwed,
  type Unpaid,
} from '../../transactions/debts.ts'
import { createLog } from '../../world/log.ts'
import { printableLine } from '../../world/printable.ts'
import { createWorld } from '../create-world.ts'
import { openStore, type Store } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'
import { joinNetwork } from '../start/network.ts'

/**
 * `sotto owed`: redeems whose payout can never be made, which stand here until the operator has paid or returned them; and
 * those that are still being paid out, with what they wait for.
 */
export function owedCommand(env: Source): Command {
  const owed = new Command('owed')
    .description(
      'redeems that were burned and not paid out: those that never will be by trying again, and those under way',
    )
    .option('--paid <id>', 'note that one has been paid or returned')
  withSettings(owed).action(async () => {
    const config = configOf(owed, env)
    const store = await openStore(config)
    try {
      const { paid } = owed.opts() as { paid?: string }
      if (paid !== undefined) await settleOwed(store.db, paid, store.clock.now())
      const found = await askChain(config, store)
      const { db, keys } = store
      const [debts, unpaid, mined] = [
        await listOwed(db, keys),
        await listUnpaid(db, keys),
        await listMinedAfterAll(db, keys),
      ]
      print(describeOwed(debts, unpaid, found, mined))
    } finally {
      await store.db.destroy()
    }
  })
  return owed
}

/**
 * By debt, the transaction that paid it meanwhile; what was given up and is mined after all is written down. Undefined
 * where the chain cannot be asked.
 */
async function askChain(config: Config, store: Store): Promise<Map<string, Hex> | undefined> {
  try {
    const { chain, close } = await joinNetwork(config, store.dir, undefined)
    const world = createWorld({ config, store, chain, log: createLog('warn'), closing: new AbortController().signal })
    try {
      await noticeAllMined(world)
      const found = await Promise.all(
        (await listOwed(store.db, store.keys)).map(async ({ id }) => [id, await paidOnChain(world, id)] as const),
      )
      return new Map(found.filter((entry): entry is [string, Hex] => entry[1] !== undefined))
    } finally {
      await close()
    }
  } catch {
    return undefined
  }
}

export function describeOwed(debts: Debt[], unpaid: Unpaid[], paid?: Map<string, Hex>, mined: Debt[] = []): string {
  const claim = ({ id, units, token, address }: Debt | Unpaid) =>
    `${id}  ${formatUnits(units)} ${printableLine(token)}  to ${address}`
  const waiting = unpaid.map(
    (one) =>
      `  ${claim(one)}  waits for ${(one.waitingFor ?? 'its payout').replace('_', ' ')} since ${one.since.toISOString()}`,
  )
  return [
    ...(debts.length === 0 ? ['Nothing is owed.'] : ['Owed: pay or return these, then note it with --paid ID.']),
    ...debts.map((debt) => `  ${claim(debt)}  ${paidNote(paid?.get(debt.id)) ?? printableLine(debt.error)}`),
    ...(paid === undefined ? [UNASKED] : []),
    ...(mined.length === 0 ? [] : ['Given up on the word of a node, and mined after all; note it with --paid ID.']),
    ...mined.map((one) => `  ${claim(one)}  ${one.error}`),
    ...(waiting.length === 0 ? [] : ['Being paid out, tried again at every look:']),
    ...waiting,
    '',
  ].join('\n')
}

const UNASKED = '  The chain could not be asked what was paid or mined meanwhile: look before you pay.'

function paidNote(hash: Hex | undefined): string | undefined {
  return hash === undefined ? undefined : `PAID on chain meanwhile, by ${hash}: only note it`
}
