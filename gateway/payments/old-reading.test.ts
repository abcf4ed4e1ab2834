import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import type { PaymentReading } from '../chain/payment-reading.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'

const elsewhere: Address = `0x${'1'.repeat(40)}`

let world: TestWorld
let tester: Tester

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
})

/** A node that has nothing newer than what it says now; it answers the next so many readings once that is asked for. */
async function nodeBehind(others: Address[]): Promise<(readings: number) => void> {
  const { chain } = world
  const { readForPayment } = chain
  const old = await readForPayment.call(chain, { spenders: [...others, chain.operator.address], others: [], calls: [] })
  let left = 0
  chain.readForPayment = async (question) => {
    const now: PaymentReading = await readForPayment.call(chain, question)
    if (left-- <= 0) return now
    const { block, wallets } = old
    return { ...now, block, wallets, isOld: block < (question.notBefore ?? 0) }
  }
  return (readings) => {
    left = readings
  }
}

async function emptyWallet() {
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  return { id: wallet.id, address: wallet.address as Address }
}

const pay = (walletId: string, token: string, key = 'k') =>
  tester
    .ask('POST', '/transfer', { walletId, amount: '5', token, to: elsewhere }, { 'idempotency-key': key })
    .then(async (answer) => ({ status: answer.status, ...((await answer.json()) as { error?: { code: string } }) }))

test('what the faucet gave can be paid with, although the next node that answers has not seen it', async () => {
  const wallet = await emptyWallet()
  const answers = await nodeBehind([wallet.address])
  await tester.api.fund({ walletId: wallet.id, amount: '100' })
  answers(1)
  expect(await pay(wallet.id, 'STABLE')).toMatchObject({ status: 201 })
})

test('what came from another wallet can be paid with as well', async () => {
  const from = await walletWithMoney(tester)
  const wallet = await emptyWallet()
  await tester.api.fund({ walletId: wallet.id, amount: '1' })
  const answers = await nodeBehind([wallet.address, from.address])
  const { transaction } = await tester.api.transfer({ walletId: from.id, amount: '50', toWalletId: wallet.id })
  world.clock.pass(2_000)
  expect((await tester.api.getTransaction(transaction)).transaction).toMatchObject({ status: 'SETTLED' })
  answers(1)
  expect(await pay(wallet.id, 'cSTABLE')).toMatchObject({ status: 201 })
})

test('while the nodes stay behind it is a 502 whose key is free, and no flaw of the request', async () => {
  const wallet = await emptyWallet()
  const answers = await nodeBehind([wallet.address])
  await tester.api.fund({ walletId: wallet.id, amount: '100' })
  answers(2)
  expect(await pay(wallet.id, 'STABLE')).toMatchObject({ status: 502, error: { code: 'transfer_failed' } })
  expect(await pay(wallet.id, 'STABLE')).toMatchObject({ status: 201 })
})

test('what is not covered by the newest block is refused at once', async () => {
  const wallet = await emptyWallet()
  await tester.api.fund({ walletId: wallet.id, amount: '4' })
  expect(await pay(wallet.id, 'STABLE')).toMatchObject({ status: 400, error: { code: 'validation_error' } })
})
