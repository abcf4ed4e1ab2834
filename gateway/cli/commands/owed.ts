import { Command } from 'commander'
import type { Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { Config, Source } from '../../config.ts'
import { type Debt, listOwed, listUnpaid, paidOnChain, settleOwed, type Unpaid } from '../../transactions/debts.ts'
import { printableLine } from '../../world/printable.ts'
import { openStore, type Store } from '../open-store.ts'
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
      const debts = await listOwed(store.db, store.keys)
      const found = debts.length === 0 ? new Map<string, Hex>() : await askChain(config, store, debts)
      process.stdout.write(describeOwed(debts, await listUnpaid(store.db, store.keys), found))
    } finally {
      await store.db.destroy()
    }
  })
  return owed
}

/** By debt, the transaction that paid it meanwhile. Undefined where the chain cannot be asked. */
async function askChain(config: Config, store: Store, debts: Debt[]): Promise<Map<string, Hex> | undefined> {
  try {
    const { chain, close } = await joinNetwork(config, store.dir, undefined)
    try {
      const found = await Promise.all(
        debts.map(async ({ id }) => [id, await paidOnChain({ ...store, chain }, id)] as const),
      )
      return new Map(found.filter((entry): entry is [string, Hex] => entry[1] !== undefined))
    } finally {
      await close()
    }
  } catch {
    return undefined
  }
}

export function describeOwed(debts: Debt[], unpaid: Unpaid[], paid?: Map<string, Hex>): string {
  const claim = ({ id, units, token, address }: Debt | Unpaid) =>
    `${id}  ${formatUnits(units)} ${printableLine(token)}  to ${address}`
  const waiting = unpaid.map(
    (one) =>
      `  ${claim(one)}  waits for ${(one.waitingFor ?? 'its payout').replace('_', ' ')} since ${one.since.toISOString()}`,
  )
  return [
    ...(debts.length === 0 ? ['Nothing is owed.'] : ['Owed: pay or return these, then note it with --paid ID.']),
    ...debts.map((debt) => `  ${claim(debt)}  ${paidNote(paid?.get(debt.id)) ?? printableLine(debt.error)}`),
    ...(debts.length > 0 && paid === undefined ? [UNASKED] : []),
    ...(waiting.length === 0 ? [] : ['Being paid out, tried again at every look:']),
    ...waiting,
    '',
  ].join('\n')
}

const UNASKED = '  The chain could not be asked whether one of these was finalized meanwhile: look before you pay.'

function paidNote(hash: Hex | undefined): string | undefined {
  return hash === undefined ? undefined : `PAID on chain meanwhile, by ${hash}: only note it`
}
