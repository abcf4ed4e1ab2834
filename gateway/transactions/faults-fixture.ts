import type { Address } from '#shared/model/ids.ts'
import { Refused } from '#shared/refusal-codes.ts'
import type { Source } from '../config/config.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds the world that it began in them.
export const elsewhere: Address = `0x${'1'.repeat(40)}`
const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
export let world: TestWorld
export let tester: Tester
export let wallet: { id: string; address: Address }

export async function begin(settings: Source = {}) {
  world = await createTestWorld({ ...roomy, ...settings })
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
}

export const read = async (id: string, passMs = 1_100) => {
  world.clock.pass(passMs)
  return (await tester.api.getTransaction({ id })).transaction
}

export const pay = async (amount = '25') =>
  (await tester.api.transfer({ walletId: wallet.id, amount, to: elsewhere })).transaction

export const arrived = () => world.chain.ledger.confidentialOf(elsewhere)

export const hashesOf = (action: string) =>
  new Set(world.chain.broadcasts.filter((sent) => sent.action.do === action).map((sent) => sent.hash))

export async function code(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Refused ? error.code : `no refusal: ${error}`
}

export const redeem = async (amount: string) => (await tester.api.redeem({ walletId: wallet.id, amount })).transaction

export const stable = () => world.chain.ledger.holder(wallet.address).stable
export const lastSent = () => world.chain.broadcasts.at(-1)?.hash ?? '0x'
