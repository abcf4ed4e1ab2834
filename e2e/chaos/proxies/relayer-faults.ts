import { setTimeout as sleep } from 'node:timers/promises'
import type { Means, Meeting } from './proxy.ts'
import { type Asked, type Fate, jsonReply, type Reply } from './server.ts'

export type RelayerFault = (asked: Asked, means: Means) => Meeting

/** Labels of Zama's relayer and the status that each comes with. */
const labels = {
  malformed_json: 400,
  request_error: 400,
  missing_fields: 400,
  validation_failed: 400,
  not_ready_for_decryption: 400,
  not_allowed_on_host_acl: 400,
  not_found: 404,
  rate_limited: 429,
  protocol_overload: 429,
  internal_server_error: 500,
  host_acl_failed: 500,
  protocol_paused: 503,
  insufficient_balance: 503,
  insufficient_allowance: 503,
  gateway_not_reachable: 503,
  readiness_check_timed_out: 503,
  response_timed_out: 503,
  a_label_of_next_year: 503,
  another_new_label: 400,
} as const

type Label = keyof typeof labels

const labelled = Object.fromEntries(
  Object.keys(labels).map((label) => [`label ${label}`, refusing(label as Label)]),
) as Record<`label ${Label}`, RelayerFault>

/** The ways in which the relayer refuses, stalls or lies. Each meets most of the questions, not all. */
export const relayerFaults = {
  ...labelled,
  'long stall': work(0.5, async (_, { over, pass, random }) => {
    await sleep(random.between(2_000, 12_000), undefined, { signal: over }).catch(() => {})
    return pass()
  }),
  'bad signature': work(0.8, async (_, { pass }) => tampered(await pass(), /("signatures?":\s*\[?")([0-9a-f]{8})/g)),
  'wrong amount': work(0.8, async (_, { pass }) =>
    tampered(await pass(), /("(?:decryptedValue|decrypted_value|payload)":\s*"[0-9a-f]{40})([0-9a-f]{24})/g),
  ),
  'not accepted': work(0.8, async () => {
    const result = { accepted: false, extraData: '0x00' }
    return jsonReply(200, { status: 'succeeded', requestId: 'chaos', result, response: result })
  }),
  'answer dropped': work(0.6, async (_, { pass }) => {
    await pass()
    return 'dropped'
  }),
  'answer truncated': work(0.6, async (_, { pass }) => ({ cut: await pass() })),
  'answer in HTML': work(0.6, async () => ({
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Bad gateway</h1>',
  })),
} as const satisfies Record<string, RelayerFault>

export type RelayerFaultName = keyof typeof relayerFaults
export const relayerFaultNames = Object.keys(relayerFaults) as RelayerFaultName[]

/** About what the relayer computes or signs, not about where its keys lie. */
function work(probability: number, act: (asked: Asked, means: Means) => Promise<Fate>): RelayerFault {
  return (asked, means) => {
    if (!/decrypt|input-proof|fast-input/.test(asked.path)) return undefined
    return means.random.chance(probability) ? act(asked, means) : undefined
  }
}

function refusing(label: Label): RelayerFault {
  const status = labels[label]
  const details = [{ field: 'handles', issue: 'was refused by the test' }]
  const error = { label, message: 'refused by the test', ...(status === 400 ? { details } : {}) }
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {}
  return work(0.7, async () => jsonReply(status, { status: 'failed', requestId: 'chaos', error }, headers))
}

/** Turns the bits of the second group over. */
function tampered(reply: Reply, pattern: RegExp): Reply {
  const flip = (hex: string) => [...hex].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('')
  return { ...reply, body: String(reply.body).replace(pattern, (_, head: string, hex: string) => head + flip(hex)) }
}
