import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { wrongTotals } from '../transactions/totals-store.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { collect } from './collect.ts'
import { lookAfterRequests } from './keep-collecting.ts'
import {
  ask,
  buyer,
  has,
  now,
  purse,
  settle,
  setUpEach,
  shop,
  stranger,
  till,
  told,
  world,
} from './requests-fixture.ts'

setUpEach()

test('a request that a stranger pays confidentially is paid, told once, and collected whole', async () => {
  const request = await ask()
  expect(request).toMatchObject({ status: 'OPEN', received: '0', amount: '5', token: 'cSTABLE', transactions: [] })
  expect(request.address).not.toBe(till.address)
  stranger.payHidden(request.address as Address, 5_000_000n)
  await settle()
  const paid = await now(request)
  expect(paid).toMatchObject({ status: 'PAID', received: '5', overpaid: false, late: false })
  expect(await has()).toEqual(['0', '5'])
  expect(await told()).toEqual(['paid'])
  expect(world.chain.ledger.confidentialOf(request.address as Address)).toBe(0n)
  const [payment, collection] = await Promise.all(paid.transactions.map((id) => shop.api.getTransaction({ id })))
  expect(payment?.transaction).toMatchObject({ type: 'RECEIVE', walletId: till.id, requestId: request.id, amount: '5' })
  expect(collection?.transaction).toMatchObject({ type: 'TRANSFER', status: 'SETTLED', to: till.address })
  // In the lists of the account there is what its wallet received, and nothing of the address.
  const { items } = await shop.api.listTransactions({ direction: 'all' })
  expect(items.map(({ type, walletId, from }) => [type, walletId, from])).toEqual([
    ['RECEIVE', till.id, request.address],
  ])
  expect((await shop.api.listWallets({})).wallets.map(({ id }) => id)).toEqual([till.id])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('it is collected by one look at a time, whichever gateway looks', async () => {
  const { id, address } = await ask()
  stranger.payHidden(address as Address, 5_000_000n)
  const order: string[] = []
  const { run } = world.locks
  world.locks.run = (name, work) =>
    run(name, async () => {
      order.push(`begins ${name}`)
      return work().finally(() => order.push(`ends ${name}`))
    })
  await settle()
  const [collecting, sending] = [`collect:${id}`, `sender:${address}`]
  const own = order.filter((each) => each.endsWith(collecting) || each.endsWith(sending))
  expect(own[0]).toBe(`begins ${collecting}`)
  expect(own.slice(0, own.indexOf(`ends ${collecting}`))).toContain(`ends ${sending}`)
})

test('a look that waited for another one leaves it as that one has left it', async () => {
  const { id, address } = await ask()
  stranger.payHidden(address as Address, 5_000_000n)
  await look(world)
  let looks = 0
  world.chain.readWallets = async () => {
    looks += 1
    throw new ChainUnavailable('The node is away')
  }
  const beside = { ...world, singleFlight: createSingleFlight() }
  await Promise.all([collect(world, id), collect(beside, id)])
  expect(looks).toBe(1)
})

test('where no worker looks a read collects, whichever gateway has the turn', async () => {
  world.locks.hasTurn = async () => false
  const request = await ask()
  stranger.payHidden(request.address as Address, 5_000_000n)
  await look(world)
  expect((await now(request)).status).toBe('PAID')
  await expect.poll(() => has()).toEqual(['0', '5'])
})

test('a request that is paid in public is collected as it is', async () => {
  const request = await ask({ token: 'STABLE' })
  stranger.pay(request.address as Address, 5_000_000n)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
  expect(await has()).toEqual(['5', '0'])
})

test('what comes in the other token is collected, and pays nothing', async () => {
  const request = await ask()
  stranger.pay(request.address as Address, 5_000_000n)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '0' })
  await shop.api.cancelRequest({ id: request.id })
  await settle()
  expect(await has()).toEqual(['5', '0'])
})

test('a part leaves it open and stays at its address until it ends', async () => {
  const request = await ask()
  stranger.payHidden(request.address as Address, 2_000_000n)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '2' })
  expect(await has()).toEqual(['0', '0'])
  stranger.payHidden(request.address as Address, 4_000_000n)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '6', overpaid: true, late: false })
  expect(await has()).toEqual(['0', '6'])
  expect(await told()).toEqual(['received', 'paid'])
})

test('one that lapses is ended by the worker, and what comes late is counted and collected', async () => {
  const expiresAt = new Date(world.clock.now() + 60_000).toISOString()
  const request = await ask({ expiresAt })
  await settle()
  expect((await now(request)).status).toBe('OPEN')
  world.clock.pass(90_000)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'EXPIRED', late: false })
  stranger.payHidden(request.address as Address, 5_000_000n)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'EXPIRED', received: '5', late: true })
  expect(await has()).toEqual(['0', '5'])
  expect(await told()).toEqual(['expired', 'received'])
})

test('none lapses while the chain cannot say what came in', async () => {
  const request = await ask({ expiresAt: new Date(world.clock.now() + 60_000).toISOString() })
  stranger.payHidden(request.address as Address, 5_000_000n)
  world.chain.faults.chainAway = true
  world.clock.pass(600_000)
  await settle()
  world.chain.faults.chainAway = false
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID' })
})

test('none lapses while nodes disagree about the newest blocks, and they are not asked without end', async () => {
  const request = await ask({ expiresAt: new Date(world.clock.now() + 60_000).toISOString() })
  await settle()
  const { block } = world.chain
  world.clock.pass(600_000)
  world.chain.ledger.mineEmpty()
  let asked = 0
  // The node that is asked for the newest block has another one below it than all others.
  world.chain.block = async (number) => {
    if (++asked > 1_000) throw new Error('asked without end')
    const at = await block.call(world.chain, number)
    return number === world.chain.ledger.block && at ? { ...at, parent: at.hash } : at
  }
  await lookAfterRequests(world)
  expect(asked).toBeLessThan(1_000)
  expect((await now(request)).status).toBe('OPEN')
  Object.assign(world.chain, { block })
  await settle()
  expect((await now(request)).status).toBe('EXPIRED')
})

test('none lapses or is cancelled while an amount that came in is not known', async () => {
  const request = await ask({ expiresAt: new Date(world.clock.now() + 60_000).toISOString() })
  stranger.payHidden(request.address as Address, 5_000_000n)
  world.chain.faults.decryptionAway = true
  world.clock.pass(600_000)
  await settle()
  await expect(shop.api.cancelRequest({ id: request.id })).rejects.toMatchObject({ code: 'reconciling' })
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '0' })
  world.chain.faults.decryptionAway = false
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
})

test.each(['own', 'wallet'] as const)(
  'a payment of this gateway names a request (%s) and takes its amount from it',
  async (address) => {
    const request = await ask({ address })
    const { transaction } = await buyer.api.transfer({ walletId: purse.id, requestId: request.id })
    expect(transaction).toMatchObject({ status: 'SETTLED', amount: '5', to: request.address, requestId: request.id })
    expect(await now(request)).toMatchObject({ status: 'PAID', received: '5' })
    await settle()
    expect(await has()).toEqual(['0', '5'])
    expect(await told()).toEqual(['paid'])
    const [id = ''] = (await now(request)).transactions
    expect((await shop.api.getTransaction({ id })).transaction).toMatchObject({ type: 'RECEIVE', amount: '5' })
  },
)

test('the address of a wallet counts only what names the request', async () => {
  const request = await ask({ address: 'wallet' })
  expect(request.address).toBe(till.address)
  stranger.payHidden(till.address, 5_000_000n)
  await buyer.api.transfer({ walletId: purse.id, to: till.address, amount: '5' })
  await settle()
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '0' })
})

test('a payment in parts: what names the request pays what is still open', async () => {
  const request = await ask()
  stranger.payHidden(request.address as Address, 2_000_000n)
  await settle()
  await expect(buyer.api.transfer({ walletId: purse.id, requestId: request.id, amount: '5' })).rejects.toMatchObject({
    code: 'validation_error',
  })
  const { transaction } = await buyer.api.transfer({ walletId: purse.id, requestId: request.id })
  expect(transaction.amount).toBe('3')
  expect(await now(request)).toMatchObject({ status: 'PAID', overpaid: false })
})

test('ended requests are refused, and a repeat under the same key is the same payment', async () => {
  const request = await ask()
  const pay = { walletId: purse.id, requestId: request.id }
  const once = await buyer.api.transfer(pay, { idempotencyKey: 'order 7' })
  const again = await buyer.api.transfer(pay, { idempotencyKey: 'order 7' })
  expect(again.transaction.id).toBe(once.transaction.id)
  await expect(buyer.api.transfer(pay)).rejects.toMatchObject({ code: 'request_ended', details: { status: 'PAID' } })
  await expect(shop.api.cancelRequest({ id: request.id })).rejects.toMatchObject({ code: 'request_ended' })
  await expect(shop.api.getRequestNota({ id: request.id })).rejects.toMatchObject({ code: 'request_ended' })
  const taken = await ask()
  expect((await shop.api.cancelRequest({ id: taken.id })).request.status).toBe('CANCELLED')
  await expect(buyer.api.transfer({ ...pay, requestId: taken.id })).rejects.toMatchObject({ code: 'request_ended' })
  const details = [{ path: 'requestId', message: 'is not a request of this gateway' }]
  const unknown = buyer.api.transfer({ ...pay, requestId: 'nothing' })
  await expect(unknown).rejects.toMatchObject({ code: 'validation_error', status: 400, details })
})

test('two payments at once pay a request once', async () => {
  const request = await ask()
  const pay = () => buyer.api.transfer({ walletId: purse.id, requestId: request.id })
  const outcomes = await Promise.allSettled([pay(), pay(), pay()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await settle()
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '5', overpaid: false })
})

test('where the payer chooses, the first payment pays', async () => {
  const request = await ask({ amount: null })
  await expect(buyer.api.transfer({ walletId: purse.id, requestId: request.id })).rejects.toMatchObject({
    code: 'validation_error',
  })
  await buyer.api.transfer({ walletId: purse.id, requestId: request.id, amount: '0.5' })
  expect(await now(request)).toMatchObject({ status: 'PAID', received: '0.5', overpaid: false })
})

test('a payment that goes with its block is taken back, and told once however often it comes', async () => {
  const request = await ask()
  const { ledger } = world.chain
  const pay = () => stranger.payHidden(request.address as Address, 2_000_000n)
  pay()
  await settle(1)
  expect((await now(request)).received).toBe('2')
  ledger.rollback(1)
  stranger.pay(stranger.address, 1n)
  await settle(1)
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '0', transactions: [] })
  pay()
  await settle(1)
  expect(await now(request)).toMatchObject({ status: 'OPEN', received: '2' })
  expect(await told()).toEqual(['received'])
})

test('foreign, unknown and unreachable requests are one and the same', async () => {
  const { id } = await ask()
  for (const missing of [id, 'nothing', '']) {
    await expect(buyer.api.getRequest({ id: missing || '-' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(buyer.api.cancelRequest({ id: missing || '-' })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect((await buyer.api.listRequests({})).items).toEqual([])
})

test('lists are cut into pages, and narrowed', async () => {
  const made = []
  for (let number = 0; number < 5; number++) made.push(await ask({ externalId: `order ${number}` }))
  await shop.api.cancelRequest({ id: made[0]?.id ?? '' })
  const ids = made.map(({ id }) => id)
  const page = await shop.api.listRequests({ pageSize: 2, page: 2 })
  expect(page.total).toBe(5)
  expect(page.items).toHaveLength(2)
  const all = (await shop.api.listRequests({})).items.map(({ id }) => id)
  expect([...all].sort()).toEqual([...ids].sort())
  expect((await shop.api.listRequests({ status: 'CANCELLED' })).items.map(({ id }) => id)).toEqual([ids[0]])
  expect((await shop.api.listRequests({ externalId: 'order 3' })).items.map(({ id }) => id)).toEqual([ids[3]])
  expect((await shop.api.listRequests({ walletId: till.id })).total).toBe(5)
})
