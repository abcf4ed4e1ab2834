import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Refusal } from '#shared/refusal.ts'
import { errorWords } from '../error-words.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import type { Limits } from '../http/guards/limits.ts'
import { addHeaders, passHeaders } from '../http/headers.ts'
import { requestContextOf } from '../http/read-request-context.ts'
import { staticFile } from '../http/static-file.ts'
import { requireReader, streamed } from '../http/stream.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { issueRequestNota } from '../requests/issue-nota.ts'
import { hasOtherIncome, transactionsOf } from '../requests/payments-store.ts'
import { findByLink, type PaymentRequest } from '../requests/store.ts'
import { scanForArrivals } from '../transactions/arrivals/look.ts'
import { findTransactions, type Transaction } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { pageFile } from './page-files.ts'
import { watchOf } from './pay-stream.ts'
import { noRequestHtml, notNowHtml, payPageHtml, payView, statusAt } from './pay-view.ts'
import { pageHeaders, serveFiles } from './serve-page.ts'

const FILES = ['ui/tokens.css', 'pay/pay.css', 'pay/pay.js'] as const
/** More links to receipts than these are of no use. */
const RECEIPTS_MAX = 20

/** Headers of a page that is for holders of its link: no cache keeps it, no other site learns of it, no search lists it. */
const privateHeaders = { ...pageHeaders, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/**
 * The page on which anybody who has the link can pay a request, and what it asks for while it is open. A link that was made up
 * is answered as one that is not complete, and takes as long; so many may be tried from one address.
 */
export function payPage(app: Hono<Env>, world: World, limits: Limits): void {
  serveFiles(app, 'pay', FILES)
  app.get('/pay/icon.svg', async (c) =>
    c.body(await staticFile(pageFile('verify', 'icon.svg')), 200, { ...pageHeaders, 'content-type': 'image/svg+xml' }),
  )
  app.get('/pay/:link', async (c) => {
    const headers = { ...privateHeaders, 'content-type': 'text/html; charset=utf-8' }
    try {
      const request = await requestOf(c, world, limits)
      if (request === undefined) return c.body(noRequestHtml, 404, headers)
      return c.body(payPageHtml(await viewOf(world, request), new URL(c.req.url).pathname), 200, headers)
    } catch (error) {
      // The payer reads it, in whose browser an envelope says nothing.
      const { status } = failure(world, error, c)
      passHeaders(c)
      return c.body(notNowHtml, status as ContentfulStatusCode, headers)
    }
  })
  app.get('/pay/:link/status', async (c) => {
    const request = await existing(c, world, limits)
    // A page that is looked at is a read that lasts: what comes in is looked for as by other reads.
    void scanForArrivals(world)
    return c.json(statusAt(request, world.clock.now()), 200, privateHeaders)
  })
  app.get('/pay/:link/events', async (c) => {
    requireReader(c.req.raw)
    const request = await existing(c, world, limits)
    addHeaders(c, privateHeaders)
    const { address } = requestContextOf(c, world.config)
    return streamed(c, watchOf(world).open(request, address), (error) => {
      world.log.error({ error: errorWords(error) }, 'the page of a request is told no more')
    })
  })
  app.get('/pay/:link/request.nota', async (c) => file(c, issueRequestNota(world, await existing(c, world, limits))))
  app.get('/pay/:link/:receipt{receipt-[1-9]\\d?\\.nota}', async (c) => {
    const request = await existing(c, world, limits)
    const number = Number(/\d+/.exec(c.req.param('receipt'))?.[0])
    const payment = (await paymentsOf(world, request))[number - 1]
    if (request.standing.status === 'OPEN' || payment === undefined) throw new Refusal('not_found')
    return file(c, issueReceipt(world, payment))
  })
}

async function requestOf(c: Context<Env>, world: World, limits: Limits): Promise<PaymentRequest | undefined> {
  const { address } = requestContextOf(c, world.config)
  addHeaders(c, privateHeaders)
  addHeaders(c, await limits.countAddress(`pay ${address}`, 'reads'))
  passHeaders(c)
  return findByLink(world.db, world.keys, c.req.param('link') ?? '')
}

async function existing(c: Context<Env>, world: World, limits: Limits): Promise<PaymentRequest> {
  const request = await requestOf(c, world, limits)
  if (request === undefined) throw new Refusal('not_found')
  return request
}

async function file(c: Context<Env>, nota: Promise<string>) {
  return c.body(await nota, 200, { ...privateHeaders, 'content-type': 'application/octet-stream' })
}

async function viewOf(world: World, request: PaymentRequest) {
  const { chainId, tokens } = world.chain
  const receipts = request.standing.status === 'OPEN' ? 0 : (await paymentsOf(world, request)).length
  const strays = await hasOtherIncome(world.db, request)
  const { SOTTO_NETWORK: network } = world.config
  return payView(request, { chainId, network, stable: tokens.stable, receipts, strays, now: world.clock.now() })
}

const AT_ONCE = 100

/** The largest payments, which no dust hides. Of an amount that is not known yet there is no receipt. */
async function paymentsOf(world: World, request: PaymentRequest): Promise<Transaction[]> {
  const ids = (await transactionsOf(world.db, [request])).get(request.id) ?? []
  const paid: Transaction[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE)
    const found = await findTransactions(world.db, world.keys, request.accountId, some)
    const inOrder = some.flatMap((id) => found.get(id) ?? [])
    paid.push(
      ...inOrder.filter(({ type, unknown, token }) => type === 'RECEIVE' && !unknown && token === request.token),
    )
  }
  return paid.sort((one, other) => Number(other.units - one.units)).slice(0, RECEIPTS_MAX)
}
