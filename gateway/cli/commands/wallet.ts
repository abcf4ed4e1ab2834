import { Command, InvalidArgumentError } from 'commander'
import { pauseRestored } from '../../batches/pause-restored.ts'
import type { Source } from '../../config/config.ts'
import { atomically } from '../../db/database.ts'
import { noteRestore } from '../../legs/reconciling/restores-store.ts'
import { beginSearches } from '../../recovery/searches-store.ts'
import { cancelRestored } from '../../requests/cancel-restored.ts'
import { rescan } from '../../transactions/arrivals/rescan.ts'
import { printableLine } from '../../world/printable.ts'
import { cancelledRequests } from '../backup/cancelled-requests.ts'
import { pausedBatches } from '../backup/paused-batches.ts'
import { beside } from '../beside.ts'
import { counted, of } from '../counted.ts'
import { knownAccount } from '../known-account.ts'
import { openInstalled } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto wallet find` and `sotto wallet rescan`: wallets, and what came in to them, that this database does not know. */
export function walletCommand(env: Source): Command {
  const group = new Command('wallet').description('what the server admin can do about wallets')
  group.addCommand(findCommand(env))
  const again = group
    .command('rescan')
    .description('look for what came in to a wallet from a block on, and take back what is listed and not on the chain')
    .requiredOption('--address <address>', 'of the wallet, custodial or external')
    .requiredOption(
      '--from-block <number>',
      'where to begin, such as the block in which it was first paid',
      blockNumber,
    )
  withSettings(again).action(async () => {
    const { address, fromBlock } = again.opts() as { address: string; fromBlock: number }
    await beside(configOf(again, env), async (world) => {
      const found = world.chain.wallets.checksum(address)
      if (found === undefined) return again.error(`"${printableLine(address)}" is no address, or has a wrong checksum.`)
      const { blocks, arrivals, removed } = await rescan(world, found, fromBlock)
      print(
        `Looked through ${counted(blocks, 'block')}: ${counted(arrivals, 'payment')} that ${of(arrivals, 'was', 'were')} not known.\n`,
      )
      if (removed > 0)
        print(
          `Taken back, since the chain does not show it: ${counted(removed, 'payment')} that ${of(removed, 'was', 'were')} listed.\n`,
        )
    })
  })
  return group
}

/** What a restore begins by itself: again, or where a data folder was put back without one. */
function findCommand(env: Source): Command {
  const find = new Command('find')
    .description('look on the chain for wallets that were used and are not in the database, and bring them back')
    .option('--email <email>', 'of one account; of all where it is not given')
    .option(
      '--behind',
      'the database has lost commits (a failover, an older copy of it): as after a restore, and new wallets pass over addresses that may have been given out',
    )
  return withSettings(find).action(async () => {
    const { email, behind: isBehind = false } = find.opts() as { email?: string; behind?: true }
    if (email !== undefined && isBehind) return find.error('--behind is for all accounts: leave out --email.')
    const store = await openInstalled(configOf(find, env))
    try {
      const account = email === undefined ? undefined : await knownAccount(store, email)
      const cause = { is: 'asked' as const, accountId: account?.id, isBehind }
      const { count, paused, cancelled } = await atomically(store.db, async (trx) => {
        const now = store.clock.now()
        if (isBehind) await noteRestore(trx, now)
        return {
          paused: isBehind ? await pauseRestored(trx, store.keys, now) : 0,
          cancelled: isBehind ? await cancelRestored(trx, store.keys, now) : 0,
          count: await beginSearches(trx, cause),
        }
      })
      print(
        `The gateway looks for wallets of ${counted(count, 'account')} as soon as it runs. "sotto doctor" says what came back.\n`,
      )
      print(pausedBatches(paused))
      print(cancelledRequests(cancelled))
    } finally {
      await store.db.destroy()
    }
  })
}

function blockNumber(text: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw new InvalidArgumentError('It must be the number of a block.')
  return Number(text)
}
