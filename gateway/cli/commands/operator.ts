import { Command } from 'commander'
import { formatEther, formatUnits, PositiveAmount } from '#shared/model/money.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import type { Signer } from '../../chain/port.ts'
import type { Source } from '../../config.ts'
import { readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { operatorWallet } from '../../payments/operator-wallet.ts'
import { redeem } from '../../payments/redeem.ts'
import { operatorReserved } from '../../transactions/payouts/operator-reserve.ts'
import { advance } from '../../transactions/reconcile.ts'
import { isTerminal } from '../../transactions/states.ts'
import { findTransaction, listInFlight } from '../../transactions/store.ts'
import { systemClock } from '../../world/clock.ts'
import { printableLine } from '../../world/printable.ts'
import type { World } from '../../world/world.ts'
import { beside } from '../beside.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto operator …`: what the operator holds and owes, and the way from the float back to STABLE. */
export function operatorCommand(env: Source): Command {
  const group = new Command('operator').description("the operator's money")
  const status = group.command('status').description('what the operator holds, and what it has promised')
  withSettings(status).action(() => beside(configOf(status, env), printStatus))
  const unwrap = group
    .command('unwrap')
    .description('turn cSTABLE of the float back into STABLE')
    .argument('<amount>', 'such as 125.5')
  withSettings(unwrap).action((amount: string) => {
    if (!PositiveAmount.safeParse(amount).success) {
      unwrap.error(`"${printableLine(amount)}" is not an amount: write one such as 125.5, with at most six decimals.`)
    }
    return beside({ ...configOf(unwrap, env), SOTTO_REDEEM_MODE: 'backed' }, (world, operator) =>
      turnBack(world, operator, amount),
    )
  })
  return group
}

async function printStatus(world: World, operator: Signer): Promise<void> {
  const { stable, cstable } = world.chain.tokens
  const [reading] = await world.chain.readWallets([operator.address])
  if (reading === undefined) throw new Error('The chain did not say what the operator holds. Try again in a moment.')
  const float =
    (await readPlaintexts(world, [reading.handle], { walletId: null, unseal: async () => operator })).get(
      reading.handle,
    ) ?? 0n
  const reserved = await operatorReserved(world)
  const lines = [
    ['address', operator.address],
    ['gas', `${formatEther(reading.wei)} ETH`],
    ['public', `${formatUnits(reading.stable)} ${stable.symbol}`],
    ['float', `${formatUnits(float)} ${cstable.symbol}`],
    ['floatReserved', `${formatUnits(reserved.stable)} ${stable.symbol}`],
    ['payouts', `${reserved.payouts} to be made`],
    ...(await unwrapping(world)),
  ]
  for (const [name = '', value = ''] of lines) print(`${name.padEnd(14)}${value}\n`)
}

/** What a killed `unwrap` has begun: moved on, as every read does, and shown as far as it has come. */
async function unwrapping(world: World): Promise<string[][]> {
  const lines: string[][] = []
  for (const { id } of await listInFlight(world.db)) {
    const begun = await findTransaction(world.db, world.keys, id, OPERATOR_ACCOUNT)
    if (begun === undefined) continue
    await advance(world, begun)
    const { status, waiting_for, units, token } = (await findTransaction(world.db, world.keys, id)) ?? begun
    const state = waiting_for === null ? status : `${status}, waits for ${waiting_for.replace('_', ' ')}`
    lines.push(['unwrapping', `${formatUnits(units)} ${printableLine(token)}  ${id}  ${state}`])
  }
  return lines
}

async function turnBack(world: World, operator: Signer, amount: string): Promise<void> {
  const { caller, walletId } = await operatorWallet(world, operator)
  const { id } = await redeem(world, caller, { walletId, amount })
  for (;;) {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined)
      throw new Error(`The transaction ${id} is not in the database any more. Was a backup restored meanwhile?`)
    if (isTerminal(transaction)) {
      print(`${transaction.status} ${transaction.settlement_tx_hash ?? printableLine(transaction.error ?? '')}\n`)
      return
    }
    await advance(world, transaction)
    await systemClock.sleep(1_000)
  }
}
