import { Command, InvalidArgumentError } from 'commander'
import type { Source } from '../../config/config.ts'
import { rescan } from '../../transactions/arrivals/rescan.ts'
import { printableLine } from '../../world/printable.ts'
import { beside } from '../beside.ts'
import { counted, of } from '../counted.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto wallet rescan`: what came in to a wallet before it was known here, while it was removed, or before this gateway looked. */
export function walletCommand(env: Source): Command {
  const group = new Command('wallet').description('what the server admin can do about wallets')
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

function blockNumber(text: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw new InvalidArgumentError('It must be the number of a block.')
  return Number(text)
}
