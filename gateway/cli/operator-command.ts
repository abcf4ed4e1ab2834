import { Command } from 'commander'
import { formatEther, formatUnits, PositiveAmount } from '#shared/model/money.ts'
import type { Signer } from '../chain/port.ts'
import { systemClock } from '../clock.ts'
import type { Config, Source } from '../config.ts'
import { createLog } from '../log.ts'
import { operatorWallet } from '../payments/operator-wallet.ts'
import { promised } from '../payments/promised.ts'
import { redeem } from '../payments/redeem.ts'
import { readPlaintexts } from '../plaintexts/read-plaintexts.ts'
import { printableLine } from '../printable.ts'
import { advance, isTerminal } from '../transactions/reconcile.ts'
import { findTransaction } from '../transactions/store.ts'
import type { World } from '../world.ts'
import { createWorld } from './create-world.ts'
import { joinNetwork } from './network.ts'
import { openStore } from './open-store.ts'
import { operatorOf } from './operator.ts'
import { print } from './print.ts'
import { configOf, withSettings } from './settings.ts'

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

/** Runs a command with the world of a running gateway: its database and its chain. */
async function beside(config: Config, run: (world: World, operator: Signer) => Promise<void>): Promise<void> {
  const store = await openStore(config)
  const operator = await operatorOf(store, config)
  if (operator === undefined)
    throw new Error('SOTTO_OPERATOR_KEY is not set: give the key of the operator whose money this is about.')
  const network = await joinNetwork(config, store.dir, operator)
  const log = createLog('warn')
  const world = createWorld({ config, store, chain: network.chain, log, closing: new AbortController().signal })
  try {
    await run(world, operator)
  } finally {
    await network.close()
    await store.db.destroy()
  }
}

async function printStatus(world: World, operator: Signer): Promise<void> {
  const { stable, cstable } = world.chain.tokens
  const [reading] = await world.chain.readWallets([operator.address])
  if (reading === undefined) throw new Error('The chain did not say what the operator holds. Try again in a moment.')
  const float = (await readPlaintexts(world, [reading.handle], async () => operator)).get(reading.handle) ?? 0n
  const lines = [
    ['address', operator.address],
    ['gas', `${formatEther(reading.wei)} ETH`],
    ['public', `${formatUnits(reading.stable)} ${stable.symbol}`],
    ['float', `${formatUnits(float)} ${cstable.symbol}`],
    ['promised', `${formatUnits(await promised(world))} ${stable.symbol}`],
  ]
  for (const [name = '', value = ''] of lines) print(`${name.padEnd(10)}${value}\n`)
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
