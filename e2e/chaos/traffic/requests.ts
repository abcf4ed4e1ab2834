import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentRequest } from '#shared/model/request.ts'
import { Refused } from '#shared/refusal-codes.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'
import type { Stranger } from './stranger.ts'
import type { Wallet } from './wallets.ts'

type End = { cents: readonly number[]; status: PaymentRequest['status']; told: readonly string[] }

const paid = { cents: [2], status: 'PAID', told: ['request.paid'] } as const satisfies End

/** What becomes of a request for two cents: its payments in cents, and what the webhook is told of it. */
export const ends = {
  paid,
  'paid twice': { cents: [1, 1], status: 'PAID', told: ['request.received', 'request.paid'] },
  'paid in part': { cents: [1], status: 'OPEN', told: ['request.received'] },
  overpaid: { cents: [3], status: 'PAID', told: ['request.paid'] },
  late: { cents: [2], status: 'CANCELLED', told: ['request.received'] },
  'after its time': { cents: [2], status: 'EXPIRED', told: ['request.expired', 'request.received'] },
  expired: { cents: [], status: 'EXPIRED', told: ['request.expired'] },
  cancelled: { cents: [], status: 'CANCELLED', told: [] },
  named: paid,
  'cancelled by the restore': { cents: [], status: 'CANCELLED', told: [] },
  'newer than the backup': paid,
  "named, at the wallet's address": paid,
} as const satisfies Record<string, End>

export type Asked = {
  end: keyof typeof ends
  /** In the order in which they were asked for. */
  index: number
  id: string
  address: string
  token: 'STABLE' | 'cSTABLE'
  /** Who pays: an account of the gateway, or somebody of whom it knows nothing. */
  by: 'account' | 'stranger'
}

const NEWER = 'newer than the backup'
/** Asked for once the backup is put back, which cancels those before. */
const NAMED = "named, at the wallet's address"
const names = (Object.keys(ends) as Asked['end'][]).filter((end) => end !== NEWER && end !== NAMED)
const ways = [
  { token: 'cSTABLE', by: 'account' },
  { token: 'STABLE', by: 'account' },
  { token: 'cSTABLE', by: 'stranger' },
  { token: 'STABLE', by: 'stranger' },
] as const satisfies Pick<Asked, 'token' | 'by'>[]

/** Those that are asked for last, and those that wait for their time. */
const isLast = ({ end }: Asked) => end === NAMED || end === 'after its time'

const AT_ONCE = 24
const PATIENCE_MS = 20_000
const REST_MS = [100, 1_500] as const
/** Until requests lapse that do. */
const LAPSE_MS = 20_000

type Cast = { payer: Account; shop: Account; wallets: readonly Wallet[]; till: Wallet; stranger: Stranger }

/** Clients that ask to be paid, and pay: each call with a key, repeated until it has an answer that lasts. */
export function payersOf(stage: Stage, { payer, shop, wallets, till, stranger }: Cast, random: Random) {
  const asked: Asked[] = []
  const ids = new Set<string>()
  const surprises = new Set<string>()

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

  async function askOne(index: number, end: Asked['end'], until: number): Promise<void> {
    const { token, by } = ways[Math.floor(index / names.length) % ways.length] ?? ways[0]
    const options = () => ({ idempotencyKey: `request-${index}`, signal: AbortSignal.timeout(PATIENCE_MS) })
    const lapses = end === 'expired' || end === 'after its time'
    const expiresAt = lapses ? new Date(Date.now() + LAPSE_MS).toISOString() : null
    const isAtWallet = end === NAMED || end === 'cancelled by the restore'
    const where = isAtWallet ? ({ address: 'wallet' } as const) : {}
    const body = { walletId: till.id, amount: '0.02', token, expiresAt, ...where }
    const made = await untilDone(until, () => apiOf(stage, shop).createRequest(body, options()))
    if (made === undefined) return
    const { id, address } = made.request
    if (end === 'late' || end === 'cancelled') await untilDone(until, () => apiOf(stage, shop).cancelRequest({ id }))
    asked.push({ end, index, id, address, token, by })
  }

  /** `paid` is called for each payment that has an answer that lasts. */
  async function payOne(request: Asked, until: number, paid: () => void): Promise<void> {
    const { end, id, index, token, by } = request
    const isNamed = end.startsWith('named')
    if (end === 'after its time' && !(await hasLapsed(id, until))) return
    for (const [turn, cents] of ends[end].cents.entries()) {
      if (by === 'stranger' && !isNamed) await stranger.pay(request, cents)
      else {
        const what = isNamed ? { requestId: id } : { to: request.address, token, amount: `0.0${cents}` }
        const body = { walletId: wallets[index % wallets.length]?.id ?? '', ...what }
        const options = () => ({ idempotencyKey: `pay-${index}-${turn}`, signal: AbortSignal.timeout(PATIENCE_MS) })
        const made = await untilDone(until, () => apiOf(stage, payer).transfer(body, options()))
        if (made === undefined) return
        ids.add(made.transaction.id)
      }
      paid()
    }
  }

  async function hasLapsed(id: string, until: number): Promise<boolean> {
    const read = () => apiOf(stage, shop).getRequest({ id })
    while (performance.now() < until) {
      if ((await untilDone(until, read))?.request.status === 'EXPIRED') return true
      await sleep(random.between(...REST_MS))
    }
    return false
  }

  async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    const left = all.values()
    const one = async () => {
      for (const each of left) await work(each)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
  }

  return {
    asked,
    ids,
    surprises,
    ask: (count: number, until: number) =>
      inTurns([...Array(count).keys()], (index) => askOne(index, names[index % names.length] ?? 'paid', until)),
    askMore: (end: typeof NEWER | typeof NAMED, first: number, count: number, until: number) =>
      inTurns([...Array(count).keys()], (index) => askOne(first + index, end, until)),
    /** Those to be paid before the backup is put back, while it is, and once it was. */
    parts(): [before: Asked[], during: Asked[], after: Asked[]] {
      const isNewer = ({ end }: Asked) => end === NEWER
      const others = asked.filter((one) => !isLast(one) && !isNewer(one))
      const half = Math.ceil(others.length / 2)
      return [[...asked.filter(isNewer), ...others.slice(0, half)], others.slice(half), asked.filter(isLast)]
    },
    /** `open`: payments that have no answer that lasts. */
    pay(requests: readonly Asked[], until: number): { open(): number; ended: Promise<void> } {
      let open = requests.reduce((sum, { end }) => sum + ends[end].cents.length, 0)
      const ended = inTurns(requests, (request) => payOne(request, until, () => (open -= 1)))
      return { open: () => open, ended }
    },
  }
}
