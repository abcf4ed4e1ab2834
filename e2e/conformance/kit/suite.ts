import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_PATH, type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { refusalsOf } from '#shared/api/kit/endpoint.ts'
import { type RefusalCode, statuses } from '#shared/refusal-codes.ts'
import { isLong } from '../../../gateway/testing/how-often.ts'
import { table } from '../table.ts'
import type { Actor } from './actor.ts'
import { type Answer, ask, endpointOf, question } from './ask.ts'
import { common, outOfReach } from './common.ts'
import { expectHeaders, expectMore, expectRecorded } from './expectations.ts'
import { openStage, type Stage, type StageOptions } from './stage.ts'

const names = Object.keys(endpoints) as EndpointName[]
const isOutOfReach = (name: EndpointName, code: RefusalCode) => outOfReach.some(([n, c]) => n === name && c === code)
const pairs = names.flatMap((name) =>
  refusalsOf(endpointOf(name))
    .filter((code) => !isOutOfReach(name, code))
    .map((code) => [name, code] as const),
)

let stage: Stage

/** Of the pairs of a kind the first. */
const firstOfEach = (kindOf: (pair: (typeof pairs)[number]) => unknown) =>
  pairs.filter((pair, index) => pairs.findIndex((other) => kindOf(other) === kindOf(pair)) === index)

/**
 * Decided before the endpoint is looked at, by the kind of its access alone, or by a row of its own: for each endpoint
 * `gateway/http/access.test.ts` holds them.
 */
const atTheDoor: readonly RefusalCode[] = [
  ...(['unauthenticated', 'invalid_api_key', 'account_disabled', 'invalid_session', 'cross_site_request'] as const),
  ...(['session_required', 'insufficient_scope', 'password_change_required', 'reauthentication_required'] as const),
]

/** For these a gateway of its own is started. */
const ofAnother: readonly RefusalCode[] = ['rate_limited', 'internal_error', 'not_configured']

const eachOnce = firstOfEach(([, code]) => code)
const refusals = {
  all: isLong
    ? pairs
    : firstOfEach(([name, code]) =>
        atTheDoor.includes(code) && table[name].refusals[code] === undefined
          ? `${code} ${endpointOf(name).access}`
          : `${code} of ${name}`,
      ),
  'each once': eachOnce,
  'each once of two gateways': isLong ? eachOnce : eachOnce.filter(([, code]) => !ofAnother.includes(code)),
}

export type Conformance = StageOptions & {
  /** Every code of every endpoint, each code once, or only those for which no gateway of its own is started. */
  codes: keyof typeof refusals
}

/** Holds gateways to the table of endpoints: each answers what the API says, and nothing else. Returns the stage. */
export function conformance({ codes, ...options }: Conformance): () => Stage {
  beforeAll(async () => {
    stage = await openStage(options)
  })

  afterAll(async () => {
    await stage?.close()
  })

  describe('the table of endpoints', () => {
    test('has a row for every endpoint, and every row has its endpoint', () => {
      expect(Object.keys(table).sort()).toEqual([...names].sort())
    })

    test('knows how to provoke every code that an endpoint declares', () => {
      const unknown = pairs.filter(([name, code]) => (table[name].refusals[code] ?? common[code]) === undefined)
      const hint = unknown.map(([name, code]) => {
        return `${name} can answer ${code}: say how in e2e/conformance/${endpointOf(name).tag.toLowerCase()}.ts`
      })
      expect(hint).toEqual([])
    })

    test('provokes nothing that an endpoint does not declare', () => {
      const extra = names.flatMap((name) => {
        const declared: string[] = refusalsOf(endpointOf(name))
        return Object.keys(table[name].refusals).filter((code) => !declared.includes(code))
      })
      expect(extra).toEqual([])
      for (const [name, code] of outOfReach) expect(refusalsOf(endpointOf(name))).toContain(code)
    })

    test('leaves no code of the catalogue out', () => {
      const declared = new Set(names.flatMap((name) => refusalsOf(endpointOf(name))))
      expect((Object.keys(statuses) as RefusalCode[]).filter((code) => !declared.has(code))).toEqual([])
    })
  })

  describe('a success', () => {
    test.each(names)('of %s is what the API says, and nothing more', async (name) => {
      const row = table[name]
      const endpoint = endpointOf(name)
      const carryOut = async (actor: Actor) => ask(actor.url, question(name, actor.apiKey, await row.example(actor)))
      const answer = row.at === 'hasty' ? await stage.pending(carryOut) : await carryOut(await stage.actor('sound'))
      expectHeaders(answer)
      if (endpoint.file !== undefined) {
        expect([answer.status, answer.headers['content-type']]).toEqual([endpoint.status, endpoint.file])
        expect(answer.headers['content-disposition']).toBe('attachment')
        expect(endpoint.data.parse(answer.body)).not.toBe('')
        return
      }
      expect([answer.status, answer.body]).toEqual([endpoint.status, expect.objectContaining({ ok: true })])
      const { data } = answer.body as { data: unknown }
      const told = endpoint.flat ? answer.body : data
      expect(endpoint.data.parse(told), 'no field beyond those of the schema').toStrictEqual(told)
      if (!endpoint.flat) expect(answer.body).toStrictEqual({ ok: true, data })
      expect(answer.headers.ratelimit).toMatch(/^"(reads|writes|logins)";r=\d+;t=\d+$/)
    })
  })

  describe('a refusal', () => {
    test.each(refusals[codes])('of %s with %s comes in the envelope', async (name, code) => {
      const row = table[name]
      const own = row.refusals[code]
      const provoke = own ?? ((on: Stage) => common[code]?.(on, name, row))
      const answer = (await provoke(stage)) ?? expect.fail(`nothing provokes ${code}`)
      const { error } = answer.body as { error?: { code: string; message: string; details?: unknown } }
      expect([answer.status, error?.code]).toEqual([statuses[code], code])
      expectHeaders(answer)
      const { message, details } = error ?? expect.fail('no error')
      expect(message).toMatch(/\w{3}/)
      const expected = { ok: false, error: { code, message, ...(details === undefined ? {} : { details }) } }
      expect(answer.body).toStrictEqual(expected)
      expectMore(name, code, answer, details)
      if (/_failed$/.test(code)) await expectRecorded(stage, details)
    })

    test('of a path that the API lacks is not_found', async () => {
      const { url, apiKey } = await stage.actor('sound')
      const headers = { authorization: `Bearer ${apiKey}` }
      const answer = await ask(url, { method: 'GET', path: `${BASE_PATH}/nothing`, headers })
      expect([answer.status, answer.body]).toMatchObject([404, { ok: false, error: { code: 'not_found' } }])
      expectHeaders(answer)
    })
  })

  describe.runIf(codes === 'all')('a gateway in trouble answers only what is declared', () => {
    /** What cannot be made ready there names nothing. */
    const attempt = async (actor: Actor, name: EndpointName) => {
      const example = await table[name].example(actor).catch(() => ({}))
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
        const { error } = body as { error?: { code: RefusalCode } }
        const declared = error !== undefined && refusalsOf(endpointOf(name)).includes(error.code)
        if (status >= 400 && !declared) undeclared.push(`${name}: ${status} ${error?.code}`)
      }
      expect(undeclared).toEqual([])
    })
  })

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

  return () => stage
}
