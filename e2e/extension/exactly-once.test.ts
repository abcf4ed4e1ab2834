import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Wallet as Account } from '#shared/model/wallet.ts'
import { triple } from '../harness/gateway.ts'
import { minedCount } from '../harness/rpc.ts'
import { handsOn } from './hands.ts'
import { isMoneyCall, type Payment, payment, rewriteIntent, ring, storedIntents } from './harness/payments.ts'
import { fundedWallet, type RealGateway, startRealGateway } from './harness/real-gateway.ts'
import { until } from './harness/until.ts'
import { openWallet, WALLET_PASSWORD, type Wallet } from './harness/wallet.ts'

let gateway: RealGateway
let wallet: Wallet
let profileId: string
let payer: Account
let payee: Account
let before: Books

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([startRealGateway(), openWallet()])
  payer = await fundedWallet(gateway, '500')
  payee = (await gateway.api.createWallet({ type: 'custodial' })).wallet
  await wallet.give(gateway.origin)
  await wallet.create()
  const { origin, apiKey } = gateway
  profileId = (await wallet.ask<{ id: string }>('profile.add', { origin, name: 'Mine', apiKey })).id
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

beforeEach(async () => {
  before = await books()
  wallet.wire.flush()
})
/** No payment of one test is still under way in the next. */
afterEach(async () => {
  const open = (await storedIntents(wallet)).filter(
    ({ state }) => !['accepted', 'refused', 'discarded'].includes(state),
  )
  expect(open).toEqual([])
})

type Books = { mined: number; operator: number; payer: (string | null)[]; payee: (string | null)[] }

/** What the chain and the gateway hold of both wallets. */
async function books(): Promise<Books> {
  const { rpcUrl } = gateway.testnet.info
  const [mined, operator, ...triples] = await Promise.all([
    minedCount(rpcUrl, payer.address),
    minedCount(rpcUrl, gateway.testnet.operator),
    triple(gateway.api, payer.id),
    triple(gateway.api, payee.id),
  ])
  return { mined, operator, payer: triples[0], payee: triples[1] }
}

/** Where each token stands among the balances. A confidential payment takes a decryption, and each look at it another. */
const tokens = { STABLE: 0, cSTABLE: 1 } as const
type Token = keyof typeof tokens

const transferOrder = (token: Token = 'STABLE') => ({
  verb: 'transfer',
  walletId: payer.id,
  amount: '1.25',
  token,
  destination: { is: 'wallet', walletId: payee.id, address: payee.address },
})
const begin = (order: object, from = wallet.page()) =>
  wallet.ask<Payment>('money.begin', { profileId, order }, from).then(({ id }) => id)

const isOver = ({ state, terminal }: Payment) => terminal || state === 'refused' || state === 'discarded'
const posts = () => wallet.wire.seen.filter(isMoneyCall)
const inGateway = async (id: string) => (await gateway.api.listTransactions({ externalId: id })).items

/** The gateway has taken the call and waits for the chain. */
const taken = (id: string) => until('the gateway takes the payment', async () => (await inGateway(id))[0])

/** The payment's own screen, which says in one word how it stands. */
async function screenOf(id: string) {
  const page = await wallet.open(`dashboard.html#/payment?id=${id}`)
  return {
    says: (outlook: string) => page.getByRole('heading', { level: 2, name: outlook, exact: true }).waitFor(),
    press: (name: string) => handsOn(page).press(name),
    unlock: async () => {
      await handsOn(page).type('Wallet password', WALLET_PASSWORD)
      await handsOn(page).press('Unlock')
    },
    close: () => page.close(),
  }
}

/** It ended well, it happened once, and it alone happened. */
async function expectOnce(id: string, token: Token = 'STABLE'): Promise<void> {
  const end = await payment(wallet, id, isOver)
  expect(end).toMatchObject({ state: 'accepted', failure: null, transaction: { status: 'SETTLED' } })
  expect(await inGateway(id)).toMatchObject([{ id: end.transaction?.id, status: 'SETTLED' }])
  expect(new Set(posts().map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([id]))
  const after = await books()
  expect(after.mined - before.mined, 'transactions of the payer on the chain').toBe(1)
  const moved = (then: Books['payer'], now: Books['payer']) => Number(now[tokens[token]]) - Number(then[tokens[token]])
  expect([moved(before.payer, after.payer), moved(before.payee, after.payee)]).toEqual([-1.25, 1.25])
}

/** Nothing of it exists anywhere. */
async function expectNever(id: string): Promise<void> {
  expect(await inGateway(id)).toEqual([])
  expect(await books()).toEqual(before)
}

/** The pause after something went wrong is over. */
const pauseOver = (id: string) => rewriteIntent(wallet, id, { notBefore: 0 })

describe('the worker is killed', () => {
  test('after the payment was written and before anything was sent', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.drop()
    // As if it had died a moment earlier.
    await rewriteIntent(wallet, id, { state: 'ready', sent: 0 })
    await expectOnce(id)
  })

  test('before its call got through', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.drop()
    expect(await storedIntents(wallet)).toContainEqual(expect.objectContaining({ id, state: 'sending', sent: 1 }))
    await expectOnce(id)
    expect(posts()).toHaveLength(2)
  })

  test('while its call is on the way, which gets through all the same', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.open()
    await taken(id)
    await expectOnce(id)
    expect(posts()).toHaveLength(1)
  })

  test('while the gateway waits for the chain; the alarm wakes the next one', async () => {
    await gateway.testnet.controls.setAutomine(false)
    const id = await begin(transferOrder('cSTABLE'))
    await taken(id)
    await wallet.killWorker()
    await ring(wallet, 'unsettled')
    await until('it is found', async () =>
      (await storedIntents(wallet)).some((it) => it.id === id && it.state === 'accepted'),
    )
    await gateway.testnet.controls.setAutomine(true)
    await expectOnce(id, 'cSTABLE')
    expect(posts()).toHaveLength(1)
  })

  test('after the gateway answered and before the answer came', async () => {
    const stop = wallet.wire.stop('answer', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.drop()
    await expectOnce(id)
    expect(posts()).toHaveLength(1)
  })

  test('between the legs of a redeem, whose screen is open', async () => {
    const id = await begin({ verb: 'redeem', walletId: payer.id, amount: '3' })
    const between = await until('the first leg', async () =>
      (await storedIntents(wallet)).find((each) => each.id === id && each.state === 'accepted'),
    )
    expect(between).toMatchObject({ terminal: false })
    const screen = await screenOf(id)
    await wallet.killWorker()
    await screen.says('Settled')
    await screen.close()
    const end = await payment(wallet, id, isOver)
    expect(end.transaction).toMatchObject({ type: 'REDEEM', status: 'SETTLED' })
    expect(posts()).toHaveLength(1)
    const after = await books()
    expect([after.mined - before.mined, after.operator - before.operator]).toEqual([1, 1])
    expect(after.payer).toEqual([
      String(Number(before.payer[0]) + 3),
      String(Number(before.payer[1]) - 3),
      before.payer[2],
    ])
  })
})

test('the page that asked is closed before the call went out', async () => {
  const stop = wallet.wire.stop('request', isMoneyCall)
  const page = await wallet.open('icon/sotto.svg')
  const id = await begin(transferOrder(), page)
  await page.close()
  await stop.reached
  stop.open()
  await expectOnce(id)
  expect(posts()).toHaveLength(1)
})

test.each([
  ['restarted before the call got through', 'restart', 'request', 2],
  ['restarted before the answer came', 'restart', 'answer', 1],
  ['killed before the call got through', 'crash', 'request', 2],
] as const)(
  'the browser is %s: nothing is sent until it is unlocked, then it goes on',
  async (_, how, where, calls) => {
    const stop = wallet.wire.stop(where, isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet[how]()
    stop.drop()
    expect(await wallet.ask('vault.state')).toMatchObject({ state: 'locked' })
    await ring(wallet, 'unsettled')
    await expect(wallet.ask('money.look', { id })).rejects.toMatchObject({ code: 'locked' })
    expect(posts()).toHaveLength(1)
    const screen = await screenOf(id)
    await screen.unlock()
    await screen.says('Settled')
    await screen.close()
    await expectOnce(id)
    expect(posts()).toHaveLength(calls)
  },
)

describe('the gateway is killed', () => {
  test('before the call reached it', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await gateway.kill()
    stop.open()
    expect(await payment(wallet, id, ({ state }) => state === 'unknown')).toMatchObject({
      failure: { code: 'unreachable' },
    })
    await gateway.start()
    await pauseOver(id)
    await expectOnce(id)
  })

  test('in the middle of the call', async () => {
    await gateway.testnet.controls.setAutomine(false)
    const id = await begin(transferOrder('cSTABLE'))
    const screen = await screenOf(id)
    await screen.says('Being sent')
    await taken(id)
    await gateway.kill()
    await screen.says('Outcome not known yet')
    await gateway.testnet.controls.setAutomine(true)
    await gateway.start()
    await pauseOver(id)
    await screen.says('Settled')
    await screen.close()
    await expectOnce(id, 'cSTABLE')
  })
})

describe('the gateway comes back after the ten minutes of the consent', () => {
  /** A payment that never got through, and that somebody agreed to eleven minutes ago. */
  async function tooLate(): Promise<string> {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await gateway.kill()
    stop.open()
    await payment(wallet, id, ({ state }) => state === 'unknown')
    await wallet.killWorker()
    const longAgo = Date.now() - 11 * 60_000
    await rewriteIntent(wallet, id, { consentedAt: longAgo, sentAt: longAgo, notBefore: 0 })
    await gateway.start()
    wallet.wire.flush()
    await payment(wallet, id, ({ state }) => state === 'ask')
    await ring(wallet, 'unsettled')
    await wallet.killWorker()
    expect(await payment(wallet, id, ({ state }) => state === 'ask')).toMatchObject({ sent: 1, transaction: null })
    expect(posts()).toEqual([])
    return id
  }

  test('nothing is sent without asking; sent again it happens once', async () => {
    const id = await tooLate()
    const screen = await screenOf(id)
    await screen.says('Not sent')
    await screen.press('Send it now')
    await screen.says('Settled')
    await screen.close()
    await expectOnce(id)
    expect(posts()).toHaveLength(1)
  })

  test('nothing is sent without asking; discarded it never happens', async () => {
    const id = await tooLate()
    const screen = await screenOf(id)
    await screen.says('Not sent')
    await screen.press('Discard it')
    await screen.says('Discarded')
    await screen.close()
    await wallet.ask('money.sendAgain', { id })
    expect(await payment(wallet, id, isOver)).toMatchObject({ state: 'discarded' })
    expect(posts()).toEqual([])
    await expectNever(id)
  })
})
