import { Command } from 'commander'
import { formatUnits } from '#shared/model/money.ts'
import type { Source } from '../config.ts'
import { listOwed, settleOwed } from '../transactions/owed.ts'
import { openStore } from './open-store.ts'
import { configOf, withSettings } from './settings.ts'

/** `sotto owed`: redeems whose payout can never be made. They stand here until the operator has paid or returned them. */
export function owedCommand(env: Source): Command {
  const owed = new Command('owed')
    .description('redeems that were burned and can never be paid out by trying again')
    .option('--paid <id>', 'note that one has been paid or returned')
  withSettings(owed).action(async () => {
    const store = await openStore(configOf(owed, env))
    try {
      const { paid } = owed.opts() as { paid?: string }
      if (paid !== undefined) await settleOwed(store.db, paid, store.clock.now())
      const debts = await listOwed(store.db, store.keys)
      for (const debt of debts) {
        process.stdout.write(
          `${debt.id}  ${formatUnits(debt.units)} ${debt.token}  to ${debt.address}  ${debt.error}\n`,
        )
      }
      if (debts.length === 0) process.stdout.write('Nothing is owed.\n')
    } finally {
      await store.db.destroy()
    }
  })
  return owed
}
