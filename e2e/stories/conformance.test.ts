import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsOf } from '#shared/api/endpoint.ts'
import { BASE_PATH, type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { type RefusalCode, refusals } from '#shared/refusals.ts'
import { type Answer, ask, endpointOf, question } from '../conformance/kit/ask.ts'
import { common, outOfReach } from '../conformance/kit/common.ts'
import { type Actor, openStage, type Stage } from '../conformance/kit/stage.ts'
import { table } from '../conformance/table.ts'

const names = Object.keys(endpoints) as EndpointName[]
const isOutOfReach = (name: EndpointName, code: RefusalCode) => outOfReach.some(([n, c]) => n === name && c === code)
const pairs = names.flatMap((name) =>
  refusalsOf(endpointOf(name))
    .filter((code) => !isOutOfReach(name, code))
    .map((code) => [name, code] as const),
)

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(async () => {
  await stage?.close()
})

function rowOf(name: EndpointName) {
  const row = table[name]
  if (row !== undefined) return row
  return expect.fail(`${name} has no row: add one to e2e/conformance/${endpointOf(name).tag.toLowerCase()}.ts`)
}

/** What every answer below `/api/v1` carries. */
function expectHeaders({ status, headers }: Answer): void {
  expect(headers['x-request-id']).toMatch(/^\w{20,}$/)
  // A request for another host is turned away before its path is looked at.
  if (status !== refusals.misdirected_request.status) expect(headers['cache-control']).toBe('no-store')
  if (status < 300 || status === 429) expect(headers.ratelimit).toMatch(/^"(reads|writes|logins)";r=\d+;t=\d+$/)
  expect(headers['content-type']).toMatch(/^(application\/json|text\/event-stream)\b/)
  expect(headers['access-control-allow-origin']).toBeUndefined()
}

describe('the table of endpoints', () => {
  test('has a row for every endpoint, and every row has its endpoint', () => {
    for (const name of names) rowOf(name)
    expect(Object.keys(table).sort()).toEqual([...names].sort())
  })

  test('knows how to provoke every code that an endpoint declares', () => {
    const unknown = pairs.filter(([name, code]) => (rowOf(name).refusals[code] ?? common[code]) === undefined)
    const hint = unknown.map(([name, code]) => {
      return `${name} can answer ${code}: say how in e2e/conformance/${endpointOf(name).tag.toLowerCase()}.ts`
    })
    expect(hint).toEqual([])
  })

  test('provokes nothing that an endpoint does not declare', () => {
    const extra = names.flatMap((name) => {
      const declared: string[] = refusalsOf(endpointOf(name))
      return Object.keys(rowOf(name).refusals).filter((code) => !declared.includes(code))
    })
    expect(extra).toEqual([])
    for (const [name, code] of outOfReach) expect(refusalsOf(endpointOf(name))).toContain(code)
  })

  test('leaves no code of the catalogue out', () => {
    const declared = new Set(names.flatMap((name) => refusalsOf(endpointOf(name))))
    expect((Object.keys(refusals) as RefusalCode[]).filter((code) => !declared.has(code))).toEqual([])
  })
})

describe('a success', () => {
  test.each(names)('of %s is what the API says, and nothing more', async (name) => {
    const row = rowOf(name)
    const endpoint = endpointOf(name)
    const carryOut = async (actor: Actor) => ask(actor.url, question(name, actor.apiKey, await row.example(actor)))
    const answer = row.at === 'hasty' ? await stage.pending(carryOut) : await carryOut(await stage.actor('sound'))
    expect([answer.status, answer.body]).toEqual([endpoint.status, expect.objectContaining({ ok: true })])
    expectHeaders(answer)
    const { data } = answer.body as { data: unknown }
    const told = endpoint.flat ? answer.body : data
    expect(endpoint.data.parse(told), 'no field beyond those of the schema').toStrictEqual(told)
    if (!endpoint.flat) expect(answer.body).toStrictEqual({ ok: true, data })
    expect(answer.headers.ratelimit).toMatch(/^"(reads|writes|logins)";r=\d+;t=\d+$/)
  })
})

describe('a refusal', () => {
  test.each(pairs)('of %s with %s comes in the envelope', async (name, code) => {
    const row = rowOf(name)
    const own = row.refusals[code]
    const provoke = own ?? ((on: Stage) => common[code]?.(on, name, row))
    const answer = (await provoke(stage)) ?? expect.fail(`nothing provokes ${code}`)
    const { error } = answer.body as { error?: { code: string; message: string; details?: unknown } }
    expect([answer.status, error?.code]).toEqual([refusals[code].status, code])
    expectHeaders(answer)
    const { message, details } = error ?? expect.fail('no error')
    expect(message).toMatch(/\w{3}/)
    const expected = { ok: false, error: { code, message, ...(details === undefined ? {} : { details }) } }
    expect(answer.body).toStrictEqual(expected)
    expectMore(name, code, answer, details)
    if (/_failed$/.test(code)) await expectRecorded(details)
  })

  test('of a path that the API lacks is not_found', async () => {
    const { url, apiKey } = await stage.actor('sound')
    const headers = { authorization: `Bearer ${apiKey}` }
    const answer = await ask(url, { method: 'GET', path: `${BASE_PATH}/nothing`, headers })
    expect([answer.status, answer.body]).toMatchObject([404, { ok: false, error: { code: 'not_found' } }])
    expectHeaders(answer)
  })
})

describe('a gateway in trouble answers only what is declared', () => {
  /** What cannot be made ready there names nothing. */
  const attempt = async (actor: Actor, name: EndpointName) => {
    const example = await rowOf(name)
      .example(actor)
      .catch(() => ({}))
    return ask(actor.url, question(name, actor.apiKey, example))
  }
  const troubles: [string, (name: EndpointName) => Promise<Answer>][] = [
    ['unconfigured', async (name) => attempt(await stage.actor('unconfigured'), name)],
    ['cut off from the chain', (name) => stage.severed((actor) => attempt(actor, name))],
    ['without its tables', async (name) => attempt(await stage.actor('broken'), name)],
  ]

  test.each(troubles)('%s', async (_, inTrouble) => {
    const undeclared: string[] = []
    for (const name of names) {
      const { status, body } = await inTrouble(name)
      const { ok, error } = body as { ok: boolean; error?: { code: RefusalCode } }
      const declared = error !== undefined && refusalsOf(endpointOf(name)).includes(error.code)
      if (!ok && !declared) undeclared.push(`${name}: ${status} ${error?.code}`)
    }
    expect(undeclared).toEqual([])
  })
})

/** What single codes promise beyond the envelope. */
function expectMore(name: EndpointName, code: RefusalCode, { headers }: Answer, details: unknown): void {
  if (code === 'method_not_allowed') {
    const methods = names.filter((other) => endpoints[other].path === endpoints[name].path)
    const allowed = String(headers.allow).split(', ').sort()
    expect(allowed).toEqual(methods.map((other) => endpoints[other].method).sort())
  }
  if (code === 'rate_limited') expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  if (refusals[code].status === 401) expect(headers['www-authenticate']).toMatch(/^Bearer/)
  if (code === 'validation_error') {
    const flaws = details as { path: string; message: string }[]
    expect(flaws).not.toHaveLength(0)
    expect(flaws).toEqual(flaws.map(() => ({ path: expect.any(String), message: expect.any(String) })))
  }
}

/** A failed money call has left a row, which the answer carries and a read finds. */
async function expectRecorded(details: unknown): Promise<void> {
  const { transaction } = details as { transaction: Transaction }
  expect(Transaction.parse(transaction)).toStrictEqual(transaction)
  expect(transaction).toMatchObject({ status: 'FAILED', txHash: null, error: expect.stringMatching(/\w{3}/) })
  const actors = await Promise.all([stage.actor('sound'), stage.actor('hasty')])
  const found = await Promise.all(
    actors.map(({ api }) => api.getTransaction({ id: transaction.id }).catch(() => undefined)),
  )
  expect(found.filter((each) => each !== undefined)).toEqual([{ transaction }])
}

test('the OpenAPI document that is served names every endpoint, status and code', async () => {
  const { url } = await stage.actor('sound')
  const { body } = await ask(url, { method: 'GET', path: `${BASE_PATH}/openapi.json`, headers: {} })
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string; responses: object }>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
  )
  const declared = names.map((name) => [name, endpoints[name].method, endpoints[name].path])
  expect(described.sort()).toEqual(declared.sort())
  for (const name of names) {
    const { method, path, status } = endpointOf(name)
    const responses = JSON.stringify(paths[path]?.[method.toLowerCase()]?.responses)
    expect(Object.keys(JSON.parse(responses))).toContain(String(status))
    for (const code of refusalsOf(endpointOf(name))) expect(responses).toContain(`\`${code}\``)
  }
})
