import type { Transaction } from '#shared/model/transaction.ts'

/**
 * What happens to one request. `answers`: as an honest gateway does. `away`: nothing arrives. `lost`: it arrives, its
 * answer does not. `hangs`: it arrives, and nothing comes back while this worker lives. `stuck`: neither.
 * `late`: it fails, and arrives long afterwards, when the test says so. A refusal stands for itself; with `taken` an
 * earlier try of the same has got through just before.
 */
export type Fate = 'answers' | 'away' | 'lost' | 'hangs' | 'stuck' | 'late' | RefusalFate
export type RefusalFate = { status: number; code: string; retryAfter?: string; details?: unknown; taken?: true }

/** A gateway in a few lines, as much of it as payments need: one transaction per `Idempotency-Key`. */
export function fakeGateway() {
  const made = new Map<string, Transaction>()
  const posts: { key: string; path: string; body: Record<string, unknown>; at: number }[] = []
  const fates: { post: Fate[]; look: Fate[]; read: Fate[] } = { post: [], look: [], read: [] }
  /** What it refuses every payment with that it has not made yet. */
  let refusal: RefusalFate | undefined
  let ignoresExternalId = false
  /** The wallets that its key reaches; null for all. */
  let reached: readonly string[] | null = null
  let status: Transaction['status'] = 'SETTLED'
  const delayed: (() => unknown)[] = []
  let silent: () => void = () => undefined
  let giveUp: () => void = () => undefined

  const isReached = (walletId: unknown) => reached === null || reached.some((each) => each === walletId)

  const handle = (url: URL, init: RequestInit): Response => {
    if (init.method === 'POST') return pay(url, init)
    const id = /\/transactions\/(.+)$/.exec(url.pathname)?.[1]
    const seen = [...made.values()].filter(({ walletId }) => isReached(walletId))
    if (id !== undefined) {
      const transaction = seen.find((each) => each.id === id)
      return transaction === undefined ? refuse({ status: 404, code: 'not_found' }) : ok(200, { transaction })
    }
    const asked = url.searchParams.get('externalId')
    const items = seen.filter((each) => ignoresExternalId || each.externalId === asked).slice(0, 1)
    return ok(200, { items, page: 1, pageSize: 1, total: items.length })
  }

  const pay = (url: URL, init: RequestInit): Response => {
    const key = new Headers(init.headers).get('idempotency-key') ?? ''
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    posts.push({ key, path: url.pathname, body, at: Date.now() })
    if (!isReached(body.walletId)) return refuse({ status: 400, code: 'validation_error' })
    const before = made.get(key)
    if (before === undefined && refusal !== undefined) return refuse(refusal)
    const transaction = before ?? transactionOf(made.size, url, body, status)
    made.set(key, transaction)
    return ok(201, { transaction })
  }

  const fetch = async (input: string, init: RequestInit): Promise<Response> => {
    const url = new URL(input)
    const kind = init.method === 'POST' ? 'post' : /\/transactions\/./.test(url.pathname) ? 'read' : 'look'
    const fate = fates[kind].shift() ?? 'answers'
    if (fate === 'away') throw new TypeError('Failed to fetch')
    if (fate === 'stuck') return never()
    if (fate === 'late') {
      delayed.push(() => handle(url, init))
      throw new TypeError('Failed to fetch')
    }
    if (typeof fate === 'object') {
      if (fate.taken) handle(url, init)
      return refuse(fate)
    }
    const answer = handle(url, init)
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return fate === 'hangs' ? never() : answer
  }

  const never = (): Promise<Response> => {
    silent()
    return new Promise((_, reject) => {
      giveUp = () => reject(new DOMException('signal timed out', 'TimeoutError'))
    })
  }

  return {
    fetch,
    made,
    posts,
    fates,
    /** From now on every new payment is refused. */
    refuses: (with_: RefusalFate | undefined) => {
      refusal = with_
    },
    ignoresExternalId: () => {
      ignoresExternalId = true
    },
    /** From now on its key reaches these wallets alone: of the others it shows nothing. Null for all. */
    reaches: (walletIds: readonly string[] | null) => {
      reached = walletIds
    },
    /** Resolves once a request is made that is never answered. */
    silence: () =>
      new Promise<void>((resolve) => {
        silent = resolve
      }),
    /** The request that was not answered has waited long enough. */
    timeOut: () => giveUp(),
    /** The worker ends: nothing comes back to it any more, and so it does nothing more. */
    workerEnds: () => {
      silent = () => undefined
      giveUp = () => undefined
    },
    /** Lets the late answers arrive. */
    arrive: () => {
      for (const request of delayed.splice(0)) request()
    },
    /** The status that new transactions begin with. */
    begins: (as: Transaction['status']) => {
      status = as
    },
    /** Every transaction ends. */
    settles: (as: Transaction['status'] = 'SETTLED') => {
      for (const [key, transaction] of made) made.set(key, { ...transaction, status: as, waitingFor: null })
    },
  }
}
export type FakeGateway = ReturnType<typeof fakeGateway>

const ok = (status: number, data: unknown) => new Response(JSON.stringify({ ok: true, data }), { status })

function refuse({ status, code, retryAfter, details }: RefusalFate): Response {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  const body = {
    ok: false,
    error: { code, message: `It said ${code}.`, ...(details === undefined ? {} : { details }) },
  }
  return new Response(JSON.stringify(body), { status, headers })
}

export function transactionOf(
  index: number,
  url: URL,
  body: Record<string, unknown>,
  status: Transaction['status'],
): Transaction {
  const type = url.pathname.split('/').at(-1)?.toUpperCase() as Transaction['type']
  return {
    id: `t${index}`,
    type,
    status,
    amount: String(body.amount),
    token: typeof body.token === 'string' ? body.token : 'cSTABLE',
    txHash: `0x${'1'.repeat(64)}`,
    settlementTxHash: null,
    walletId: String(body.walletId),
    createdAt: '2027-01-31T12:00:00.000Z',
    updatedAt: '2027-01-31T12:00:00.000Z',
    to: typeof body.to === 'string' ? body.to : null,
    waitingFor: status === 'SETTLING' ? 'confirmation' : null,
    externalId: typeof body.externalId === 'string' ? body.externalId : null,
  }
}
