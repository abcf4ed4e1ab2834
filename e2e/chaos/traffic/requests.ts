import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRequest } from '#shared/model/request.ts'
import { Refused } from '#shared/refusal-codes.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'
import type { Wallet } from './wallets.ts'

/** What becomes of a request for two cents, and its payments in cents. */
export const ends = {
  paid: { cents: [2], status: 'PAID', told: ['request.paid'] },
  'paid twice': { cents: [1, 1], status: 'PAID', told: ['request.received', 'request.paid'] },
  'paid in part': { cents: [1], status: 'OPEN', told: ['request.received'] },
  overpaid: { cents: [3], status: 'PAID', told: ['request.paid'] },
  late: { cents: [2], status: 'CANCELLED', told: ['request.received'] },
  expired: { cents: [], status: 'EXPIRED', told: ['request.expired'] },
  cancelled: { cents: [], status: 'CANCELLED', told: [] },
} as const satisfies Record<string, { cents: number[]; status: PaymentRequest['status']; told: string[] }>

export type Asked = { end: keyof typeof ends; id: string; address: string }

const names = Object.keys(ends) as Asked['end'][]
const AT_ONCE = 24
const PATIENCE_MS = 20_000
const REST_MS = [100, 1_500] as const
/** Until requests lapse that do. */
const LAPSE_MS = 20_000

type Cast = { payer: Account; shop: Account; wallets: readonly Wallet[]; till: Wallet }

/** Clients that ask to be paid, and pay: each call with a key, repeated until it has an answer that lasts. */
export function payersOf(stage: Stage, { payer, shop, wallets, till }: Cast, random: Random) {
  const asked: Asked[] = []
  const ids = new Set<string>()
  const surprises = new Set<string>()
  let open = 0

  async function untilDone<T>(until: number, call: () => Promise<T>): Promise<T | undefined> {
    while (performance.now() < until) {
      try {
        return await call()
      } catch (error) {
        take(error)
        await sleep(random.between(...REST_MS))
      }
    }
    return undefined
  }

  function take(error: unknown): void {
    if (!(error instanceof Refused) || error.status === 503 || error.status === 429 || error.status === 502) return
    if (error.code !== 'idempotency_in_progress') surprises.add(`${error.status} ${error.code}: ${error.message}`)
  }

  async function askOne(index: number, until: number): Promise<void> {
    const end = names[index % names.length] ?? 'paid'
    const options = { idempotencyKey: `request-${index}`, signal: AbortSignal.timeout(PATIENCE_MS) }
    const expiresAt = end === 'expired' ? new Date(Date.now() + LAPSE_MS).toISOString() : null
    const body = { walletId: till.id, amount: '0.02', expiresAt }
    const made = await untilDone(until, () => apiOf(stage, shop).createRequest(body, options))
    if (made === undefined) return
    const { id, address } = made.request
    if (end === 'late' || end === 'cancelled') await untilDone(until, () => apiOf(stage, shop).cancelRequest({ id }))
    asked.push({ end, id, address })
  }

  async function payOne({ end, address }: Asked, index: number, until: number): Promise<void> {
    const { cents } = ends[end]
    for (const [turn, amount] of cents.entries()) {
      const wallet = wallets[index % wallets.length]
      const body = { walletId: wallet?.id ?? '', amount: `0.0${amount}`, to: address }
      const made = await untilDone(until, () =>
        apiOf(stage, payer).transfer(body, {
          idempotencyKey: `pay-${index}-${turn}`,
          signal: AbortSignal.timeout(PATIENCE_MS),
        }),
      )
      if (made === undefined) return
      ids.add(made.transaction.id)
      open -= 1
    }
  }

  async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
    let next = 0
    const one = async () => {
      while (next < count) await work(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
  }

  return {
    asked,
    ids,
    surprises,
    /** Payments that have no answer that lasts. */
    open: () => open,
    ask: (count: number, until: number) => inTurns(count, (index) => askOne(index, until)),
    pay(until: number): Promise<void> {
      open = asked.reduce((sum, { end }) => sum + ends[end].cents.length, 0)
      return inTurns(asked.length, (index) => payOne(asked[index] as Asked, index, until))
    },
  }
}
