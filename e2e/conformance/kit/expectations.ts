import { expect } from 'vitest'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { type FlawReason, flawReasons } from '#shared/refusal.ts'
import { type RefusalCode, statuses } from '#shared/refusal-codes.ts'
import type { Answer } from './ask.ts'
import type { Stage } from './stage.ts'

const names = Object.keys(endpoints) as EndpointName[]

/** What every answer below `/api/v1` carries. */
export function expectHeaders({ status, headers }: Answer): void {
  expect(headers['x-request-id']).toMatch(/^\w{20,}$/)
  // A request for another host is turned away before its path is looked at.
  if (status !== statuses.misdirected_request) expect(headers['cache-control']).toBe('no-store')
  if (status < 300 || status === 429) expect(headers.ratelimit).toMatch(/^"(reads|writes|logins)";r=\d+;t=\d+$/)
  expect(headers['content-type']).toMatch(/^(application\/(json|xml)|text\/(csv|event-stream))\b/)
  expect(headers['access-control-allow-origin']).toBeUndefined()
}

/** What single codes promise beyond the envelope. */
export function expectMore(name: EndpointName, code: RefusalCode, { headers }: Answer, details: unknown): void {
  if (code === 'method_not_allowed') {
    const methods = names.filter((other) => endpoints[other].path === endpoints[name].path)
    const allowed = String(headers.allow).split(', ').sort()
    expect(allowed).toEqual(methods.map((other) => endpoints[other].method).sort())
  }
  if (code === 'rate_limited') expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  if (statuses[code] === 401) expect(headers['www-authenticate']).toMatch(/^Bearer/)
  if (code === 'validation_error') {
    const flaws = details as { path: string; message: string; reason?: FlawReason }[]
    expect(flaws).not.toHaveLength(0)
    for (const { path, message, reason, ...rest } of flaws) {
      expect([path, message, rest]).toEqual([expect.any(String), expect.any(String), {}])
      if (reason !== undefined) expect(flawReasons).toContain(reason)
    }
  }
}

/** A failed money call has left a row, which the answer carries and a read finds. */
export async function expectRecorded(stage: Stage, details: unknown): Promise<void> {
  const { transaction } = details as { transaction: Transaction }
  expect(Transaction.parse(transaction)).toStrictEqual(transaction)
  expect(transaction).toMatchObject({ status: 'FAILED', txHash: null, error: expect.stringMatching(/\w{3}/) })
  const actors = await Promise.all([stage.actor('sound'), stage.actor('hasty')])
  const found = await Promise.all(
    actors.map(({ api }) => api.getTransaction({ id: transaction.id }).catch(() => undefined)),
  )
  expect(found.filter((each) => each !== undefined)).toEqual([{ transaction }])
}
