import { Command } from 'commander'
import type { WalletBalances } from '#shared/model/balances.ts'
import type { Source } from '../../config/config.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { print } from '../print.ts'
import { clientFor, withGateway } from './connection.ts'
import { inWords, readOrFail } from './report.ts'
import { NO_WALLET, walletMeant } from './wallet.ts'

/** `sotto balance`: what every wallet has, or one. */
export function balanceCommand(env: Source): Command {
  const command = withGateway(new Command('balance').description('what the wallets of the account have'))
    .option('--wallet <id>', 'of one wallet, by ID or address; else of all')
    .option('--json', 'as a JSON object')
  return command.action(async () => {
    const { wallet, json } = command.opts<{ wallet?: string; json?: true }>()
    const api = clientFor(command, env)
    const none =
      wallet === undefined ? NO_WALLET : `There is no wallet ${wallet}. "sotto balance" lists those of the account.`
    const { balances } = await readOrFail(() =>
      inWords('not_found', none, async () =>
        api.getBalances(wallet === undefined ? {} : { walletId: await walletMeant(api, wallet) }),
      ),
    )
    print(json ? `${printableJson({ balances })}\n` : `${balances.map(linesOf).join('\n')}\n`)
  })
}

function linesOf({ wallet, eth, normal, confidential }: WalletBalances): string {
  const names = [wallet.id, wallet.address, wallet.type, ...(wallet.isPrimary ? ['primary'] : [])]
  const label = wallet.label === null ? [] : [`"${wallet.label}"`]
  const sealed = confidential.amount ?? 'sealed'
  return [
    printableLine([...names, ...label].join('  ')),
    printableLine(`  ${sealed} ${confidential.token}, ${normal.amount} ${normal.token}, ${eth.amount} ETH for gas`),
  ].join('\n')
}
