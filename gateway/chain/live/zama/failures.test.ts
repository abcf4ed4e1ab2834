import { expect, test } from 'vitest'
import { type FailureKind, kindOf, RelayerRefused, wordsOf, ZamaFailure } from './failures.ts'

/** As @zama-fhe/relayer-sdk 0.4.3 throws what the relayer says in words that it knows, and in others. */
const known = (status: number, label: string) =>
  Object.assign(new Error('it says'), { status, relayerApiError: { label } })
const strange = (status: number, label: string) =>
  Object.assign(new Error('Response body does not match the expected schema'), {
    status,
    bodyJson: JSON.stringify({ status: 'failed', error: { label, message: 'it says' } }),
  })
const ours = (status: number, label: string) => new RelayerRefused(status, label, 'it says')

/** Source: `retryable` of `ERROR_LABEL_DEFS`, zama-ai/fhevm, relayer/src/http/openapi/expected_labels.rs. */
const labels: [number, string, FailureKind][] = [
  [429, 'rate_limited', 'busy'],
  [429, 'protocol_overload', 'busy'],
  [429, 'something_new', 'busy'],
  [503, 'readiness_check_timed_out', 'busy'],
  [503, 'response_timed_out', 'busy'],
  [503, 'protocol_paused', 'busy'],
  [503, 'gateway_not_reachable', 'busy'],
  [500, 'host_acl_failed', 'busy'],
  [400, 'not_allowed_on_host_acl', 'not allowed'],
  [503, 'insufficient_balance', 'failing'],
  [503, 'insufficient_allowance', 'failing'],
  [500, 'internal_server_error', 'failing'],
  [503, 'something_new', 'failing'],
  [500, 'something_new', 'failing'],
  [400, 'validation_failed', 'refused'],
  [400, 'request_error', 'refused'],
  [400, 'host_chain_id_not_supported', 'refused'],
  [400, 'something_new', 'refused'],
  [401, 'unauthorized', 'refused'],
  [404, 'not_found', 'refused'],
]

test.each(labels)('%i %s is %s, however the client tells it', (status, label, kind) => {
  for (const say of [known, strange, ours]) expect(kindOf(say(status, label))).toBe(kind)
})

const named = (name: string, message: string) => Object.assign(new Error(message), { name })
const withStatus = (status: number) =>
  Object.assign(named('RelayerV2ResponseStatusError', `Unexpected response status ${status}`), { status })

test.each<[string, unknown, FailureKind]>([
  ['a proxy that has no relayer', withStatus(502), 'failing'],
  ['a page where JSON should be', Object.assign(new Error('x'), { status: 503, bodyJson: '<html>' }), 'failing'],
  ['no connection', named('RelayerV2FetchError', 'Fetch POST failed.'), 'unreachable'],
  ['a node that lags', new Error('User 0x1 is not authorized to user decrypt handle 0x2!'), 'behind'],
  ['shares of other signers', new Error('An error occured during decryption'), 'unverifiable'],
  [
    'a publication of another signer',
    new Error('Invalid address found: 0x1 is not in the list of KMS signers'),
    'unverifiable',
  ],
  ['too few of them', new Error('KMS signers threshold is not reached'), 'unverifiable'],
  ['another coprocessor', named('RelayerUnknownCoprocessorSignerError', 'unknown'), 'unverifiable'],
  ['a proof for another key', named('RelayerV2ResponseInputProofRejectedError', 'rejected'), 'unverifiable'],
  ['a failure that has its kind already', new ZamaFailure('busy', 'x'), 'busy'],
  ['no error at all', 'oops', 'unreachable'],
])('%s', (_, error, kind) => {
  expect(kindOf(error)).toBe(kind)
})

test('the log learns the label', () => {
  expect(wordsOf(strange(500, 'host_acl_failed'))).toMatch(/^500 host_acl_failed: /)
  expect(wordsOf(new RelayerRefused(502, undefined, 'bad gateway'))).toBe('502 without a label: bad gateway')
})
