import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { failureOf } from '#shared/client-failure.ts'
import { addHook, hookRoute } from './hook.ts'
import type { ShopProblem, ShopRefusal } from './order.ts'
import { Orders, shown } from './orders.ts'
import type { PageFiles } from './page-files.ts'
import { lookAfter, NotRefunded, refund } from './refund.ts'
import { askToBePaid, receiptOf } from './sale.ts'
import type { Till } from './till.ts'

export type Shop = { url: string; close(): Promise<void> }

const OrderRequest = z.strictObject({ pieces: z.array(z.string()).check(z.minLength(1), z.maxLength(20)) })
const RefundRequest = z.strictObject({ nota: z.string().check(z.minLength(1), z.maxLength(16_384)) })

const statuses = {
  bad_request: 400,
  card_refused: 400,
  unknown_order: 404,
  not_paid: 409,
  refunded_to_another: 409,
  till_empty: 409,
  gateway_refused: 502,
} as const satisfies Record<ShopProblem, number>

/** Scripts, styles and calls of its own alone; nobody frames the shop. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The shop: its page, and the calls of its page. The key of the gateway never leaves this process. */
function shopApp(till: Till, files: PageFiles, secret: () => string | undefined): Hono {
  const app = new Hono()
  const orders = new Orders()

  app.use(async (c, next) => {
    c.header('content-security-policy', policy)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    if (!isLoopbackHost(c.req.header('host'))) return c.text('This shop answers on this machine only.', 421)
    await next()
  })
  app.use('/api/*', bodyLimit({ maxSize: 65_536 }), async (c, next) => {
    c.header('cache-control', 'no-store')
    if (c.req.method === 'POST' && !isOwnRequest(c)) return refuse(c, 'bad_request', 'Orders are placed from the shop.')
    await next()
  })

  hookRoute(app, till, orders, secret)

  app.post('/api/orders', async (c) => {
    const asked = OrderRequest.safeParse(await jsonOf(c))
    const draft = asked.success ? orders.draft(asked.data.pieces) : undefined
    if (draft === undefined) return refuse(c, 'bad_request', 'That is not sold here.')
    const payment = await askToBePaid(till, draft).catch(failureOf)
    if ('code' in payment) return refuse(c, 'gateway_refused', `The shop’s gateway says: ${payment.message}`)
    return c.json(shown(orders.place(draft, payment)), 201)
  })

  app.get('/api/orders/:id', async (c) => {
    const order = orders.find(c.req.param('id'))
    if (order === undefined) return refuse(c, 'unknown_order', 'There is no such order.')
    await lookAfter(till, order)
    return c.json(shown(order))
  })

  app.get('/api/orders/:id/receipt.nota', async (c) => {
    const order = orders.find(c.req.param('id'))
    if (order === undefined) return refuse(c, 'unknown_order', 'There is no such order.')
    const receipt = await receiptOf(till, order)
    if (receipt === undefined) return refuse(c, 'not_paid', 'This order is not paid.')
    return c.body(receipt, 200, { 'content-type': 'application/octet-stream' })
  })

  app.post('/api/orders/:id/refund', async (c) => {
    const order = orders.find(c.req.param('id'))
    if (order === undefined) return refuse(c, 'unknown_order', 'There is no such order.')
    const asked = RefundRequest.safeParse(await jsonOf(c))
    if (!asked.success) return refuse(c, 'bad_request', 'A refund needs an address card.')
    try {
      await refund(till, order, asked.data.nota)
    } catch (error) {
      if (error instanceof NotRefunded) return refuse(c, error.code, error.message)
      throw error
    }
    return c.json(shown(order))
  })

  for (const [path, { type, bytes }] of Object.entries(files))
    app.get(path, (c) => c.body(bytes, 200, { 'content-type': type, 'cache-control': 'no-cache' }))
  return app
}

const jsonOf = (c: Context): Promise<unknown> => c.req.json().catch(() => undefined)

function refuse(c: Context, code: ShopProblem, message: string) {
  const refusal: ShopRefusal = { error: { code, message } }
  return c.json(refusal, statuses[code])
}

/** A name that points here from elsewhere (DNS rebinding) would make another site's page one of this shop's. */
function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)
}

/** JSON from the shop's own page. A form or a page of another site can send neither. */
function isOwnRequest(c: Context): boolean {
  const { 'content-type': type, origin, host } = c.req.header()
  return /^application\/json\b/.test(type ?? '') && (origin === undefined || origin === `http://${host}`)
}

/** Opens the shop on this machine, and has its gateway tell it of payments. `port` 0 takes a free one; rejects where the port is taken. */
export async function openShop(till: Till, files: PageFiles, port: number): Promise<Shop> {
  let secret: string | undefined
  const { bound, close } = await serve(
    shopApp(till, files, () => secret),
    port,
  )
  try {
    const hook = await addHook(till, `http://127.0.0.1:${bound}`)
    secret = hook.secret
    return {
      url: `http://localhost:${bound}`,
      async close() {
        await hook.remove()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function serve(app: Hono, port: number): Promise<{ bound: number; close(): Promise<void> }> {
  const server = createServer(getRequestListener(app.fetch))
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve({ bound: (server.address() as AddressInfo).port, close }))
  })
}
