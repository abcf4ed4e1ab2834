import { Command } from 'commander'
import { formatUnits } from '#shared/model/money.ts'
import type { Source } from '../config.ts'
import { type Debt, listOwed, listUnpaid, settleOwed, type Unpaid } from '../transactions/owed.ts'
import { openStore } from './open-store.ts'
import { configOf, withSettings } from './settings.ts'

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
    const store = await openStore(configOf(owed, env))
    try {
      const { paid } = owed.opts() as { paid?: string }
      if (paid !== undefined) await settleOwed(store.db, paid, store.clock.now())
      process.stdout.write(describeOwed(await listOwed(store.db, store.keys), await listUnpaid(store.db, store.keys)))
    } finally {
      await store.db.destroy()
    }
  })
  return owed
}

export function describeOwed(debts: Debt[], unpaid: Unpaid[]): string {
  const claim = ({ id, units, token, address }: Debt | Unpaid) => `${id}  ${formatUnits(units)} ${token}  to ${address}`
  const waiting = unpaid.map(
    (one) =>
      `  ${claim(one)}  waits for ${(one.waitingFor ?? 'its payout').replace('_', ' ')} since ${one.since.toISOString()}`,
  )
  return [
    ...(debts.length === 0 ? ['Nothing is owed.'] : ['Owed: pay or return these, then note it with --paid ID.']),
    ...debts.map((debt) => `  ${claim(debt)}  ${debt.error}`),
    ...(waiting.length === 0 ? [] : ['Being paid out, tried again at every look:']),
    ...waiting,
    '',
  ].join('\n')
}
