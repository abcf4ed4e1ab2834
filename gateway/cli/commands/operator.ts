import { Command } from 'commander'
import { formatEther, formatUnits, PositiveAmount } from '#shared/model/money.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import type { Signer } from '../../chain/port.ts'
import type { Source } from '../../config/config.ts'
import { readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { operatorWallet } from '../../payments/operator-wallet.ts'
import { redeem } from '../../payments/redeem.ts'
import { operatorReserved } from '../../transactions/payouts/operator-reserve-store.ts'
import { advance } from '../../transactions/reconcile.ts'
import { isTerminal } from '../../transactions/states.ts'
import { findTransaction, listInFlight } from '../../transactions/store.ts'
import { systemClock } from '../../world/clock.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import type { World } from '../../world/world.ts'
import { beside } from '../beside.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto operator …`: what the operator holds and owes, and the way from the float back to STABLE. */
export function operatorCommand(env: Source): Command {
  const group = new Command('operator').description("the operator's money")
  const status = group
    .command('status')
    .description('what the operator holds, and what it has promised')
    .option('--json', 'as a JSON object')
  withSettings(status).action(() =>
    beside(configOf(status, env), (world, operator) => printStatus(world, operator, status.opts().json === true)),
  )
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

async function printStatus(world: World, operator: Signer, json: boolean): Promise<void> {
  const { stable, cstable } = world.chain.tokens
  const [reading] = await world.chain.readWallets([operator.address])
  if (reading === undefined) throw new Error('The chain did not say what the operator holds. Try again in a moment.')
  const float =
    (await readPlaintexts(world, [reading.handle], { walletId: null, unseal: async () => operator })).get(
      reading.handle,
    ) ?? 0n
  const reserved = await operatorReserved(world)
  const held = {
    address: operator.address,
    gas: formatEther(reading.wei),
    public: formatUnits(reading.stable),
    float: formatUnits(float),
    floatReserved: formatUnits(reserved.stable),
    payouts: Number(reserved.payouts),
    unwrapping: await unwrapping(world),
  }
  if (json) return print(`${printableJson(held)}\n`)
  const lines = [
    ['address', held.address],
    ['gas', `${held.gas} ETH`],
    ['public', `${held.public} ${stable.symbol}`],
    ['float', `${held.float} ${cstable.symbol}`],
    ['floatReserved', `${held.floatReserved} ${stable.symbol}`],
    ['payouts', `${held.payouts} to be made`],
    ...held.unwrapping.map((one) => ['unwrapping', describeUnwrap(one)]),
  ]
  for (const [name = '', value = ''] of lines) print(`${name.padEnd(14)}${value}\n`)
}

type Unwrap = { id: string; amount: string; token: string; status: string; waitingFor: string | null }

/** What a killed `unwrap` has begun: moved on, as every read does, and shown as far as it has come. */
async function unwrapping(world: World): Promise<Unwrap[]> {
  const found: Unwrap[] = []
  for (const { id } of await listInFlight(world.db)) {
    const begun = await findTransaction(world.db, world.keys, id, OPERATOR_ACCOUNT)
    if (begun === undefined) continue
    await advance(world, begun)
    const { status, waitingFor, units, token } = (await findTransaction(world.db, world.keys, id)) ?? begun
    found.push({ id, amount: formatUnits(units), token, status, waitingFor: waitingFor })
  }
  return found
}

function describeUnwrap({ id, amount, token, status, waitingFor }: Unwrap): string {
  const state = waitingFor === null ? status : `${status}, waits for ${waitingFor.replace('_', ' ')}`
  return `${amount} ${printableLine(token)}  ${id}  ${state}`
}

/** Exported for its tests. */
export async function turnBack(world: World, operator: Signer, amount: string): Promise<void> {
  const { caller, walletId } = await operatorWallet(world, operator)
  const { id } = await redeem(world, caller, { walletId, amount })
  for (;;) {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined)
      throw new Error(`The transaction ${id} is not in the database any more. Was a backup restored meanwhile?`)
    if (isTerminal(transaction)) {
      print(`${transaction.status} ${transaction.settlementTxHash ?? printableLine(transaction.error ?? '')}\n`)
      if (transaction.status !== 'SETTLED') process.exitCode = 1
      return
    }
    await advance(world, transaction)
    await systemClock.sleep(1_000)
  }
}
