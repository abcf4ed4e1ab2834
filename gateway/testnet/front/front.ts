import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import type { Question } from '../archive/history.ts'
import type { Chain } from '../chain/chain.ts'
import { NodeGone, RpcError } from '../chain/rpc.ts'
import { SECRET_HEADER, sameSecret } from '../http/same-secret.ts'
import { type Answer, json, type Server, serve, stackOf } from '../http/serve.ts'
import type { Owner } from '../setup/owner.ts'
import { controlMethods } from './control-methods.ts'
import { estimate } from './estimate.ts'
import { readMethods } from './methods.ts'
import type { Submitter } from './submitter.ts'

const BODY_LIMIT = 2_000_000
const BATCH_LIMIT = 1_000
/** Geth's limit for one transaction, as hexadecimal. */
const RAW_LIMIT = 2 * 131_072 + 2

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.number(), z.string(), z.null()])),
  method: z.string(),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
})
type Asked = z.infer<typeof request>
const ESTIMATE = 'eth_estimateGas'
const reads = z.array(request.check(z.refine(({ method }) => readMethods.has(method) && method !== ESTIMATE)))
const raw = z.tuple([z.string().check(z.maxLength(RAW_LIMIT), z.regex(/^0x(?:[0-9a-fA-F]{2})+$/))])

export type FrontOptions = {
  port: number
  chain: Chain
  owner: Owner
  submit: Submitter
  secret: string
  /** What `sotto_testnet` answers: public facts by which a client knows that it talks to its own test-net. */
  identity(): Record<string, unknown>
  /** Told of errors that callers learn nothing of. */
  log(line: string): void
}

/** The one door to the chain. */
export function startFront({ port, chain, owner, submit, secret, identity, log }: FrontOptions): Promise<Server> {
  async function answer(asked: Asked, trusted: boolean): Promise<string> {
    const { id = null, method, params } = asked
    try {
      if (readMethods.has(method)) return (await estimated(asked)) ?? (await chain.answer(asRead(asked)))
      return JSON.stringify({ jsonrpc: '2.0', id, result: await act(method, params, trusted) })
    } catch (error) {
      note(error)
      return failure(id, error)
    }
  }

  async function estimated({ id = null, method, params }: Asked): Promise<string | undefined> {
    const result = method === ESTIMATE ? await estimate(chain, params) : undefined
    return result && JSON.stringify({ jsonrpc: '2.0', id, result })
  }

  async function act(method: string, params: unknown, trusted: boolean): Promise<unknown> {
    if (method === 'eth_sendRawTransaction') {
      const parsed = raw.safeParse(params)
      if (!parsed.success) throw new RpcError(-32602, 'invalid raw transaction')
      return submit(parsed.data[0] as `0x${string}`)
    }
    if (method === 'sotto_testnet') return identity()
    const control = Object.hasOwn(controlMethods, method) ? controlMethods[method] : undefined
    if (!control) throw new RpcError(-32601, `the method ${method} is not available on this test-net`)
    if (!trusted) throw new RpcError(-32001, `${method} needs the test-net's secret`)
    return control({ chain, owner }, params)
  }

  /** Reads that came together go on together; of others, and beside estimates, each goes for itself. */
  async function all(values: unknown[], trusted: boolean): Promise<string> {
    const parsed = reads.safeParse(values)
    if (!parsed.success) return `[${(await Promise.all(values.map((value) => one(value, trusted)))).join(',')}]`
    try {
      return await chain.answerAll(parsed.data.map(asRead))
    } catch (error) {
      note(error)
      return `[${parsed.data.map(({ id = null }) => failure(id, error)).join(',')}]`
    }
  }

  function note(error: unknown): void {
    if (!(error instanceof RpcError || error instanceof NodeGone)) log(`front: ${stackOf(error)}`)
  }

  async function one(value: unknown, trusted: boolean): Promise<string> {
    const parsed = request.safeParse(value)
    return parsed.success ? answer(parsed.data, trusted) : failure(null, new RpcError(-32600, 'not a JSON-RPC request'))
  }

  async function handle(incoming: IncomingMessage, body: string): Promise<Answer> {
    if (incoming.method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: 'POST JSON-RPC here\n' }
    const trusted = sameSecret(secret, incoming.headers[SECRET_HEADER])
    const value = parseJson(body)
    if (value === undefined) return ok(failure(null, new RpcError(-32700, 'not JSON')))
    if (!Array.isArray(value)) return ok(await one(value, trusted))
    if (value.length === 0 || value.length > BATCH_LIMIT) {
      return ok(failure(null, new RpcError(-32600, `a batch holds 1 to ${BATCH_LIMIT} requests`)))
    }
    return ok(await all(value, trusted))
  }

  return serve(port, BODY_LIMIT, handle, log)
}

/** What goes on to the node: only requests that were understood. */
function asRead({ id = null, method, params = [] }: Asked): Question {
  return { id, method, params }
}

function ok(body: string): Answer {
  return { ...json(200, null), body }
}

function failure(id: number | string | null, error: unknown): string {
  const { code, message, data } = describe(error)
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
}

function describe(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError) return error
  if (error instanceof NodeGone) return { code: -32000, message: 'the test-net is being repaired; ask again' }
  return { code: -32603, message: 'internal error of the test-net' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
