import type { Address, Hex } from '#shared/model/ids.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { legsOf } from '../../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../../testing/test-world.ts'
import { reconcile } from '../../reconcile.ts'
import { findTransaction } from '../../store.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export const somebody: Address = `0x${'5'.repeat(40)}`
export let world: TestWorld
export let tester: Tester
export let wallet: { id: string; address: Address }

export async function begin(mode: 'backed' | 'float') {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '1000', SOTTO_LIMIT_READS: '1000' })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
}

export const read = async (id: string, passMs = 1_100) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

export async function lookOften(id: string) {
  for (let looks = 0; looks < 10; looks++) await read(id, 60_000)
  return read(id)
}

/** A redeem after so many looks, as its row says. */
export async function look(id: string, times: number, everyMs: number) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(everyMs)
    await reconcile(world, id)
  }
  return findTransaction(world.db, world.keys, id)
}

export const stable = () => world.chain.ledger.holder(wallet.address).stable
export const payouts = async (id: string) => (await legsOf(world.db, world.keys, id)).filter(isPayout)

export const payoutOf = async (id: string) => {
  const open = (await legsOf(world.db, world.keys, id)).find((leg) => isPayout(leg) && leg.state === 'open')
  if (open === undefined) throw new Error('no payout is signed')
  return open
}

/** A redeem whose payout is signed and never arrives. */
export async function unpaid(): Promise<string> {
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '10' })
  world.chain.faults.broadcast = () => 'lost'
  await read(transaction.id)
  await payoutOf(transaction.id)
  delete world.chain.faults.broadcast
  return transaction.id
}

/** The gateway gets another operator's key, with the float of the old one, which keeps so much for gas. */
export function replaceOperator(wei: bigint) {
  const { operator, ledger } = world.chain
  Object.assign(ledger.holder(operator.address), { wei, stable: 0n })
  const next = world.chain.wallets.create()
  ledger.holder(next.address).wei = 10n ** 24n
  ledger.holder(next.address).stable = 1_000_000_000n
  world.chain.operator = next
  // Nodes drop what its sender cannot pay for, and what they have never had.
  world.chain.faults.broadcast = ({ sender }) => (sender === operator.address ? 'lost' : 'accepted')
}

/** Somebody pays in public, past the gateway. */
export function pays(units: bigint, to: Address = wallet.address): Hex {
  const { ledger } = world.chain
  const hash: Hex = `0x${units.toString(16).padStart(64, 'a')}`
  ledger.holder(somebody).stable = units
  const { nonce } = ledger.holder(somebody)
  ledger.take({ hash, sender: somebody, nonce, action: { do: 'transfer', to, units: `${units}` }, cost: 0n })
  return hash
}
