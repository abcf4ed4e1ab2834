import type { Failure } from '#shared/client-failure.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { until } from './until.ts'
import type { Wallet } from './wallet.ts'
import type { Seen } from './wire.ts'

/** A payment as the wallet tells of it. */
export type Payment = {
  id: string
  state: 'ready' | 'sending' | 'unknown' | 'ask' | 'accepted' | 'refused' | 'discarded' | 'left'
  sent: number
  terminal: boolean
  transaction: Transaction | null
  failure: Failure | null
}

export const isMoneyCall = ({ method, path }: Seen) =>
  method === 'POST' && /\/v1\/(fund|mint|transfer|redeem)$/.test(path)

export const look = (wallet: Wallet, id: string) => wallet.ask<Payment>('money.look', { id })

/** Looks after a payment as its screen does, until it is as it should be. */
export function payment(wallet: Wallet, id: string, is: (payment: Payment) => boolean): Promise<Payment> {
  let last: Payment | undefined
  return until(`the payment's end`, async () => {
    last = await look(wallet, id)
    return is(last) && last
  }).catch((error: Error) => {
    throw new Error(`${error.message}, it is ${JSON.stringify(last)}`)
  })
}

/** The stored intents, whatever the wallet is doing. */
export async function storedIntents(wallet: Wallet): Promise<{ id: string; state: Payment['state']; sent: number }[]> {
  const { intents = [] } = await wallet.run<{ intents?: [] }>(`chrome.storage.local.get('intents')`)
  return intents
}

/** Rewrites a stored intent, in place of the time or the accident that would have. */
export async function rewriteIntent(wallet: Wallet, id: string, change: object): Promise<void> {
  const written = (await storedIntents(wallet)).map((each) => (each.id === id ? { ...each, ...change } : each))
  await wallet.run(`chrome.storage.local.set(${JSON.stringify({ intents: written })})`)
}

/** An alarm of the wallet's goes off now. It wakes a worker that is dead. */
export async function ring(wallet: Wallet, name: 'unsettled' | 'lock' | 'arrivals'): Promise<void> {
  await wallet.run(`chrome.alarms.create('${name}', { when: Date.now() })`)
}
