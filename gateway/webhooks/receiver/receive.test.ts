import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SentEventType as Sent, type SentEventType, type WebhookEvent as Written } from '#shared/model/webhook.ts'
import { signedHeaders } from '../signature.ts'
import { InvalidMessage, verify, type WebhookEvent, type WebhookEventType } from './receive.ts'

// What the gateway sends and what receivers are told to expect are of one mind: this does not compile otherwise.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
const sameTypes: Same<SentEventType, WebhookEventType> = true
const fits: WebhookEvent extends Written ? true : never = true

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const AT = Date.parse('2026-01-01T00:00:00Z')
const body = JSON.stringify({
  type: 'request.paid',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { id: 'r1', walletId: 'w1', status: 'paid' },
})
const signed = (text = body, at = AT, secrets = [SECRET]) =>
  signedHeaders({ id: '7-abcdefghij', at, body: text }, secrets)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT })
  return () => vi.useRealTimers()
})

test('receivers know every event that is sent', () => {
  expect([sameTypes, fits]).toEqual([true, true])
  expect(Sent.options).toHaveLength(19)
})

describe('a message of the gateway', () => {
  const event = JSON.parse(body)
  const upper = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  test.each<[string, Parameters<typeof verify>[0], Parameters<typeof verify>[1]]>([
    ['as text', body, signed()],
    ['as bytes', new TextEncoder().encode(body), signed()],
    ['as a buffer of Node', Buffer.from(body), signed()],
    ['with headers of fetch', body, new Headers(signed())],
    ['with headers in capitals', body, upper(signed())],
    ['with lists of headers', body, Object.fromEntries(Object.entries(signed()).map(([name, one]) => [name, [one]]))],
    ['signed by an older secret too', body, signed(body, AT, [OTHER, SECRET])],
    ['of five minutes ago', body, signed(body, AT - 300_000)],
  ])('is verified %s', (_, payload, headers) => {
    expect(verify(payload, headers, SECRET)).toEqual({ id: '7-abcdefghij', event })
  })

  test('with letters beyond ASCII', () => {
    const text = JSON.stringify({ ...event, data: { id: 'ü€😀' } })
    expect(verify(Buffer.from(text), signed(text), SECRET).event.data.id).toBe('ü€😀')
  })
})

describe('no message of the gateway', () => {
  const without = (name: string) => Object.fromEntries(Object.entries(signed()).filter(([key]) => key !== name))
  test.each<[string, Parameters<typeof verify>[0], Parameters<typeof verify>[1]]>([
    ['another body', body.replace('r1', 'r2'), signed()],
    ['a space more', `${body} `, signed()],
    ['another ID', body, { ...signed(), 'webhook-id': '8-abcdefghij' }],
    ['another time', body, { ...signed(), 'webhook-timestamp': String(AT / 1000 + 1) }],
    ['another secret', body, signed(body, AT, [OTHER])],
    ['a message of long ago', body, signed(body, AT - 301_000)],
    ['a message of times to come', body, signed(body, AT + 301_000)],
    ['no ID', body, without('webhook-id')],
    ['no time', body, without('webhook-timestamp')],
    ['no signature', body, without('webhook-signature')],
    ['a signature of another kind', body, { ...signed(), 'webhook-signature': 'v2,AAAA' }],
    ['an empty signature', body, { ...signed(), 'webhook-signature': 'v1,' }],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe]), signed()],
    ['a signed text that is no JSON', 'hello', signed('hello')],
  ])('is %s', (_, payload, headers) => {
    expect(() => verify(payload, headers, SECRET)).toThrow(InvalidMessage)
  })

  test.each(['', 'whsec_', SECRET.slice(6), 'whsec_!!!'])('passes by the secret "%s"', (secret) => {
    expect(() => verify(body, signed(), secret)).toThrow(TypeError)
  })
})
