import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Wallet as Account } from '#shared/model/wallet.ts'
import { triple } from '../harness/gateway.ts'
import { minedCount } from '../harness/rpc.ts'
import { handsOn } from './hands.ts'
import { isMoneyCall, type Payment, payment, rewriteIntent, storedIntents } from './harness/payments.ts'
import { fundedWallet, type RealGateway, startRealGateway } from './harness/real-gateway.ts'
import { until } from './harness/until.ts'
import { openWallet, WALLET_PASSWORD, type Wallet } from './harness/wallet.ts'

/** A real gateway, and a wallet in a real browser that is connected to it: what a payment through all of them begins with. */
export let gateway: RealGateway
export let wallet: Wallet
export let payer: Account
export let before: Books
let profileId: string
let payee: Account

export function aWalletThatPays(): void {
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
}

type Books = { mined: number; operator: number; payer: (string | null)[]; payee: (string | null)[] }

/** What the chain and the gateway hold of both wallets. */
export async function books(): Promise<Books> {
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

export const transferOrder = (token: Token = 'STABLE') => ({
  verb: 'transfer',
  walletId: payer.id,
  amount: '1.25',
  token,
  destination: { is: 'wallet', walletId: payee.id, address: payee.address },
})
export const begin = (order: object, from = wallet.page()) =>
  wallet.ask<Payment>('money.begin', { profileId, order }, from).then(({ id }) => id)

export const isOver = ({ state, terminal }: Payment) => terminal || state === 'refused' || state === 'discarded'
export const posts = () => wallet.wire.seen.filter(isMoneyCall)
const inGateway = async (id: string) => (await gateway.api.listTransactions({ externalId: id })).items

/** The gateway has taken the call and waits for the chain. */
export const taken = (id: string) => until('the gateway takes the payment', async () => (await inGateway(id))[0])

/** The payment's own screen, which says in one word how it stands. */
export async function screenOf(id: string) {
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
export async function expectOnce(id: string, token: Token = 'STABLE'): Promise<void> {
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
export async function expectNever(id: string): Promise<void> {
  expect(await inGateway(id)).toEqual([])
  expect(await books()).toEqual(before)
}

/** The pause after something went wrong is over. */
export const pauseOver = (id: string) => rewriteIntent(wallet, id, { notBefore: 0 })
