import { beforeEach } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { PaymentRequest } from '#shared/model/request.ts'
import { newsAfter } from '../outbox/store.ts'
import { createOutsider, type Outsider } from '../testing/outsider.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { lookAfterRequests } from './keep-collecting.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own world in them.
export let world: TestWorld
/** Asks. */
export let shop: Tester
export let till: { id: string; address: Address }
/** Pays, at the same gateway. */
export let buyer: Tester
export let purse: { id: string; address: Address }
/** Pays from elsewhere. */
export let stranger: Outsider

/** The set-up of each test of the file that calls it. */
export function setUpEach(settings = {}): void {
  beforeEach(async () => {
    world = await createTestWorld({
      SOTTO_RECEIPT_WAIT_MS: '2000',
      SOTTO_LIMIT_READS: '100000',
      SOTTO_LIMIT_WRITES: '100000',
      ...settings,
    })
    world.chain.ledger.holder(world.chain.operator.address).wei = 10n ** 24n
    shop = await createTester(world)
    buyer = await createTester(world)
    const { id, address } = (await shop.api.createWallet({ type: 'custodial' })).wallet
    till = { id, address: address as Address }
    purse = await walletWithMoney(buyer)
    stranger = createOutsider(world)
  })
}

type Wish = Partial<Parameters<Tester['api']['createRequest']>[0]>

export const ask = async (wish: Wish = {}): Promise<PaymentRequest> =>
  (await shop.api.createRequest({ walletId: till.id, amount: '5', ...wish })).request

export const now = async ({ id }: Pick<PaymentRequest, 'id'>): Promise<PaymentRequest> =>
  (await shop.api.getRequest({ id })).request

/** What a running gateway does all the time, so often that nothing is left to do. */
export async function settle(rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    world.clock.pass(4_000)
    await look(world)
    await lookAfterRequests(world)
  }
}

/** Public and confidential balance of a wallet of the shop. */
export async function has(walletId = till.id): Promise<[string | null, string | null]> {
  const { balances } = await shop.api.getWallet({ id: walletId })
  return [balances.normal.amount, balances.confidential.amount]
}

/** Events of requests that the shop was sent. */
export async function told(): Promise<string[]> {
  const news = await newsAfter(world.db, shop.accountId, 0, 1_000)
  return news.flatMap(({ kind, status }) => (kind === 'request' ? [String(status)] : []))
}
