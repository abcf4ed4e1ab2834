import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#shared/client.ts'
import { formatUnits } from '#shared/model/money.ts'
import type { PaymentRequest } from '#shared/model/request.ts'
import { Refused } from '#shared/refused.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'
import type { Wallet } from './wallets.ts'

/** What becomes of a request. */
export const fates = ['paid', 'named', 'in parts', 'part', 'over', 'late', 'expired', 'cancelled'] as const
export type Fate = (typeof fates)[number]
export type Order = { key: string; fate: Fate; units: bigint; token: string; request?: PaymentRequest; isDone: boolean }

const PATIENCE_MS = 20_000
const REST_MS = [100, 1_500] as const
const LAPSES_AFTER_MS = 20_000
const CUSTOMERS = 12

type Plan = { stage: Stage; shop: Account; till: string; purses: Wallet[]; random: Random; until: number }

/** A shop and its customers: one asks, the others pay as it is said of each order. Nothing is asked again once it is answered. */
export function openShop({ stage, shop, till, purses, random, until }: Plan) {
  const surprises = new Set<string>()
  const clientOf = ({ apiKey }: Account) => createClient({ origin: stage.origin, apiKey })
  type Api = ReturnType<typeof clientOf>
  type Options = { idempotencyKey: string; signal: AbortSignal }

  /** Until there is an answer that lasts. A payment that has provably failed is made again under another key. */
  async function lasting<T>(account: Account, key: string, ask: (api: Api, options: Options) => Promise<T>) {
    for (let attempt = 0; performance.now() < until; ) {
      try {
        return await ask(clientOf(account), {
          idempotencyKey: `${key} ${attempt}`,
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
      } catch (error) {
        if (error instanceof Refused) {
          if (error.status === 502) attempt += 1
          else if (isFinal(error)) return undefined
        }
        await sleep(random.between(...REST_MS))
      }
    }
    return undefined
  }

  function isFinal({ status, code, message }: Refused): boolean {
    const isTold = ['upstream_unavailable', 'idempotency_in_progress'].includes(code)
    if (status === 503 || status === 429 || isTold) return false
    surprises.add(`${status} ${code}: ${message}`)
    return true
  }

  const pay = (order: Order, name: string, units: bigint) => {
    const { id = '', address = '' } = order.request ?? {}
    const purse = random.pick(purses)
    const what =
      order.fate === 'named' ? { requestId: id } : { to: address, token: order.token, amount: formatUnits(units) }
    return lasting(purse.account, `${order.key} ${name}`, (api, options) =>
      api.transfer({ walletId: purse.id, ...what }, options),
    )
  }

  const lapsed = async ({ request }: Order) => {
    while (performance.now() < until) {
      const found = await lasting(shop, 'read', (api) => api.getRequest({ id: request?.id ?? '' }))
      if (found?.request.status !== 'OPEN') return
      await sleep(1_000)
    }
  }
  const cancel = ({ key, request }: Order) =>
    lasting(shop, `${key} end`, (api, options) => api.cancelRequest({ id: request?.id ?? '' }, options))

  const become: Record<Fate, (order: Order) => Promise<unknown>> = {
    paid: (order) => pay(order, 'all', order.units),
    named: (order) => pay(order, 'all', order.units),
    'in parts': async (order) => {
      await pay(order, 'first', order.units / 3n)
      await pay(order, 'second', order.units - order.units / 3n)
    },
    part: (order) => pay(order, 'first', order.units / 2n),
    over: (order) => pay(order, 'more', order.units * 2n),
    late: async (order) => {
      await lapsed(order)
      await pay(order, 'late', order.units)
    },
    expired: lapsed,
    cancelled: cancel,
  }

  async function inTurns(orders: readonly Order[], work: (order: Order) => Promise<unknown>): Promise<void> {
    const left = [...orders]
    const one = async () => {
      for (let order = left.shift(); order !== undefined; order = left.shift()) await work(order)
    }
    await Promise.all(Array.from({ length: CUSTOMERS }, one))
  }

  return {
    surprises,
    async take(count: number): Promise<Order[]> {
      const orders = Array.from({ length: count }, (_, index): Order => {
        const fate = fates[index % fates.length] ?? 'paid'
        const token = random.chance(0.3) ? 'STABLE' : 'cSTABLE'
        return { key: `order ${index}`, fate, units: BigInt(random.between(10_000, 400_000)), token, isDone: false }
      })
      await inTurns(orders, async (order) => {
        const lapses = order.fate === 'late' || order.fate === 'expired'
        const expiresAt = lapses ? new Date(Date.now() + LAPSES_AFTER_MS).toISOString() : null
        const wish = { walletId: till, amount: formatUnits(order.units), token: order.token, expiresAt }
        const made = await lasting(shop, order.key, (api, options) => api.createRequest(wish, options))
        if (made !== undefined) order.request = made.request
      })
      return orders
    },
    async serve(orders: readonly Order[]): Promise<void> {
      // What lapses is last in its row, so that no customer waits for it while others could pay.
      const lapses = ({ fate }: Order) => Number(fate === 'late' || fate === 'expired')
      const sorted = orders.toSorted((a, b) => lapses(a) - lapses(b))
      await inTurns(sorted, async (order) => {
        await become[order.fate](order)
        order.isDone = performance.now() < until
      })
    },
    /** So that what has come in is collected: what was paid in part ends. What a restore has forgotten is taken back again. */
    async close(orders: readonly Order[]): Promise<void> {
      await inTurns(orders, async (order) => {
        if (order.fate === 'part') await cancel(order)
        if (order.fate !== 'cancelled') return
        await lasting(shop, `${order.key} again`, async (api, options) => {
          const { request } = await api.getRequest({ id: order.request?.id ?? '' })
          if (request.status === 'OPEN') await api.cancelRequest({ id: request.id }, options)
        })
      })
    },
    state: async (order: Order) => (await clientOf(shop).getRequest({ id: order.request?.id ?? '' })).request,
  }
}

export type Shop = ReturnType<typeof openShop>
