import { createHmac, createPublicKey, verify } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { NOTA_BYTES_MAX } from '#shared/limits.ts'
import type { Address } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import { createSigner, walletKeys } from '../../chain/live/wallet-keys.ts'
import { base64url, forge, headerOf, newForger } from '../../testing/nota-fixture.ts'
import { deriveSeed, newSeed, type SigningKey, signingKeyOf } from '../signing-key.ts'
import type { CardContent, ReceiptContent } from './content.ts'
import { inspect } from './inspect.ts'
import { openCard, openNota } from './open-nota.ts'
import { signCard, signReceipt } from './sign-nota.ts'
import { cardStatement } from './statements.ts'

const NOW = Date.parse('2026-03-04T05:06:07Z')
const iat = Math.floor(NOW / 1000)
const holder = createSigner()
const forger = newForger()
const common = { v: 1 as const, iat, chainId: 11155111, network: 'offline' }
const hash = (digit: string) => `0x${digit.repeat(64)}`
const token = walletKeys.checksum(`0x${'a'.repeat(40)}`) as Address

let key: SigningKey
let card: CardContent
let receipt: ReceiptContent
let cardNota: string
let receiptNota: string

beforeAll(async () => {
  key = await signingKeyOf(newSeed())
  const statement = cardStatement({ ...common, address: holder.address, key: key.jwk.x })
  const walletSignature = await walletKeys.signTyped(holder, statement)
  card = { ...common, address: holder.address, label: 'Rent ✓', walletSignature }
  const leg = { txHash: hash('1'), block: 7, blockHash: hash('2'), time: iat, outcome: 'success' as const }
  receipt = {
    ...common,
    type: 'MINT',
    status: 'SETTLED',
    token: 'cSTABLE',
    stable: token,
    cstable: token,
    from: holder.address,
    to: holder.address,
    amount: '60',
    amountSource: 'chain',
    handle: null,
    legs: [{ kind: 'mint', ...leg }],
  }
  cardNota = await signCard(card, key)
  receiptNota = await signReceipt(receipt, key)
})

const open = (nota: string) => openNota(nota, NOW, walletKeys)

/** The name for which a nota is refused, or "opened". */
async function fate(nota: string): Promise<string> {
  const outcome = await open(nota).then(
    () => 'opened',
    (error: unknown) => error,
  )
  if (outcome === 'opened') return outcome
  if (outcome instanceof Refusal && outcome.code === 'invalid_nota')
    return (outcome.details as { reason: string }).reason
  throw outcome
}

test('a card and a receipt open as what was put in', async () => {
  expect(await open(cardNota)).toMatchObject({ type: 'address-card', content: card, fingerprint: key.fingerprint })
  expect(await open(receiptNota)).toMatchObject({ type: 'receipt', content: receipt, fingerprint: key.fingerprint })
  const names = (await inspect(await open(cardNota), walletKeys)).map(({ name, result }) => `${name} ${result}`)
  expect(names).toEqual(['signature passed', 'dates passed', 'wallet_signature passed'])
})

test('an independent reader agrees: node:crypto alone, over the bytes as RFC 7515 has them', async () => {
  for (const nota of [cardNota, receiptNota]) {
    const [head = '', body = '', mark = ''] = nota.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const publicKey = createPublicKey({ key: header.jwk, format: 'jwk' })
    expect(header.alg).toBe('EdDSA')
    expect(verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(mark, 'base64url'))).toBe(true)
    expect(verify(null, Buffer.from(`${head}.${body}x`), publicKey, Buffer.from(mark, 'base64url'))).toBe(false)
  }
})

test('and what an independent writer signs opens here', async () => {
  const { walletSignature: _, ...unsigned } = card
  const opened = await open(forge(forger, headerOf(forger, 'address-card'), unsigned))
  expect(opened).toMatchObject({ content: unsigned, fingerprint: forger.fingerprint })
})

test('cutting, doubling or padding it is refused', async () => {
  const [head = '', body = '', mark = ''] = cardNota.split('.')
  for (const nota of ['', '.', '..', head, `${head}.${body}`, `${head}.${body}.`, `${cardNota}.`, `${cardNota}=`]) {
    expect(await fate(nota)).not.toBe('opened')
  }
  for (const nota of [
    `${cardNota.slice(0, 9)}\n${cardNota.slice(9)}`,
    `${head}.${body}.${mark}${mark}`,
    `${head}.${body}=.${mark}`,
  ]) {
    expect(await fate(nota)).not.toBe('opened')
  }
  expect(await fate(`${head}.${body}`)).toBe('not_a_nota')
})

const plain = () => ({ ...common, address: holder.address })
const own = (change: object = {}) => headerOf(forger, 'address-card', change)
const stranger = newForger()
const keyedByPublicKey = () => {
  const input = `${base64url(JSON.stringify(own({ alg: 'HS256' })))}.${base64url(JSON.stringify(plain()))}`
  return `${input}.${createHmac('sha256', Buffer.from(forger.x, 'base64url')).update(input).digest('base64url')}`
}
const twice = (field: string) => JSON.stringify(own()).replace('{', `{${field},`)

test.each<[string, () => string, string]>([
  ['alg none', () => `${base64url(JSON.stringify(own({ alg: 'none' })))}.${base64url('{}')}.`, 'not_signed'],
  ['alg None', () => forge(forger, own({ alg: 'None' }), plain()), 'not_signed'],
  ['no alg', () => forge(forger, own({ alg: undefined }), plain()), 'wrong_algorithm'],
  ['HMAC keyed by the public key', keyedByPublicKey, 'wrong_algorithm'],
  ['alg RS256', () => forge(forger, own({ alg: 'RS256' }), plain()), 'wrong_algorithm'],
  ['alg ES256K', () => forge(forger, own({ alg: 'ES256K' }), plain()), 'wrong_algorithm'],
  ['another key under the old kid', () => forge(stranger, own({ jwk: jwkOf(stranger.x) }), plain()), 'wrong_key'],
  ['a signature of another key', () => forge(stranger, own(), plain()), 'broken_signature'],
  ['alg twice', () => forge(forger, twice('"alg":"none"'), plain()), 'duplicate_field'],
  [
    'alg twice, once spelled with an escape',
    () => forge(forger, twice('"\\u0061lg":"EdDSA"'), plain()),
    'duplicate_field',
  ],
  ['typ twice', () => forge(forger, twice('"typ":"nota+receipt"'), plain()), 'duplicate_field'],
  [
    'jwk.x twice',
    () => forge(forger, JSON.stringify(own()).replace('"x":', '"x":"AA","x":'), plain()),
    'duplicate_field',
  ],
  [
    'a field of its content twice',
    () => forge(forger, own(), `{"v":1,${JSON.stringify(plain()).slice(1)}`),
    'duplicate_field',
  ],
  ['a header field more', () => forge(forger, own({ jku: 'https://example.org' }), plain()), 'header_field'],
  ['crit', () => forge(forger, own({ crit: ['b64'], b64: false }), plain()), 'header_field'],
  ['no kid', () => forge(forger, own({ kid: undefined }), plain()), 'header_field'],
  ['no jwk', () => forge(forger, own({ jwk: undefined }), plain()), 'header_field'],
  [
    'a private key in the header',
    () => forge(forger, own({ jwk: { ...jwkOf(forger.x), d: 'AA' } }), plain()),
    'header_field',
  ],
  ['a short key', () => forge(forger, own({ jwk: jwkOf('AAAA') }), plain()), 'header_field'],
  ['another type', () => forge(forger, own({ typ: 'JWT' }), plain()), 'wrong_type'],
  [
    'a card that calls itself a receipt',
    () => forge(forger, own({ typ: 'nota+receipt' }), plain()),
    'malformed_content',
  ],
  ['version 2', () => forge(forger, own(), { ...plain(), v: 2 }), 'unknown_version'],
  ['no version', () => forge(forger, own(), { ...plain(), v: undefined }), 'unknown_version'],
  ['a field that cards do not have', () => forge(forger, own(), { ...plain(), note: 'x' }), 'malformed_content'],
  ['__proto__', () => forge(forger, own(), `{"__proto__":{},${JSON.stringify(plain()).slice(1)}`), 'malformed_content'],
  ['a list', () => forge(forger, own(), '[]'), 'malformed_content'],
  ['null', () => forge(forger, own(), 'null'), 'malformed_content'],
  ['no JSON', () => forge(forger, own(), '{'), 'malformed_content'],
  ['a label with a line break', () => forge(forger, own(), { ...plain(), label: 'a\nb' }), 'malformed_content'],
  ['issued in eleven minutes', () => forge(forger, own(), { ...plain(), iat: iat + 660 }), 'from_the_future'],
  ['issued in nine minutes', () => forge(forger, own(), { ...plain(), iat: iat + 540 }), 'opened'],
  ['issued at no time', () => forge(forger, own(), { ...plain(), iat: '2026' }), 'malformed_content'],
  ['expired a second ago', () => forge(forger, own(), { ...plain(), exp: iat - 1 }), 'expired'],
  ['expiring now', () => forge(forger, own(), { ...plain(), exp: iat }), 'expired'],
  ['expiring in a second', () => forge(forger, own(), { ...plain(), exp: iat + 1 }), 'opened'],
  ['a wrong checksum', () => forge(forger, own(), { ...plain(), address: bent(holder.address) }), 'wrong_checksum'],
  ['no checksum', () => forge(forger, own(), { ...plain(), address: holder.address.toLowerCase() }), 'wrong_checksum'],
  ['over 16 KiB', () => forge(forger, own(), { ...plain(), label: 'x'.repeat(NOTA_BYTES_MAX) }), 'too_large'],
  ['just 16 KiB of dots', () => '.'.repeat(NOTA_BYTES_MAX), 'not_a_nota'],
])('%s: %s', async (_, nota, expected) => {
  expect(await fate(nota())).toBe(expected)
})

function jwkOf(x: string) {
  return { kty: 'OKP', crv: 'Ed25519', x }
}

/** The first letter in the other case. */
function bent(address: string): string {
  return address.replace(/(?<=^0x[0-9]*)[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

test.each<[string, object]>([
  ['settled without a payout', { type: 'REDEEM', handle: hash('3'), legs: legs('burn') }],
  ['with two mints', { legs: legs('mint', 'mint') }],
  ['with a payout of a transfer', { type: 'TRANSFER', legs: legs('transfer', 'payout') }],
  ['settled though its leg reverted', { legs: legs('mint').map((leg) => ({ ...leg, outcome: 'reverted' })) }],
  ['with a confidential amount of nothing', { amountSource: 'wallet' }],
  ['with a confidential amount that no wallet states', { type: 'TRANSFER', handle: hash('3'), legs: legs('transfer') }],
  ['without its public amount', { amount: null, status: 'SETTLING' }],
  ['with an amount in another spelling', { amount: '060' }],
  ['with more than there can be', { amount: '18446744073709.551616' }],
  ['without legs', { legs: [] }],
])('a receipt %s is no receipt', async (_, change) => {
  expect(await fate(forge(forger, headerOf(forger, 'receipt'), { ...receipt, ...change }))).toBe('malformed_content')
})

function legs(...kinds: string[]) {
  return kinds.map((kind) => ({
    kind,
    txHash: hash('1'),
    block: 7,
    blockHash: hash('2'),
    time: iat,
    outcome: 'success',
  }))
}

test('a refusal says which, in words', async () => {
  const refused = open(forge(forger, own({ typ: 'JWT' }), plain()))
  await expect(refused).rejects.toThrow('This is another kind of nota. There are address cards, receipts and requests.')
  await expect(openCard(receiptNota, NOW, walletKeys)).rejects.toThrow('A receipt names no wallet')
})

test("a wallet's signature moved into another card, with another key, is seen", async () => {
  const lifted = await open(forge(forger, own(), card))
  expect((await inspect(lifted, walletKeys)).at(-1)).toMatchObject({ name: 'wallet_signature', result: 'failed' })
})

test('card keys of two wallets have nothing in common, and are the same each time', async () => {
  const secret = newSeed()
  const keys = await Promise.all(['w1', 'w1', 'w2'].map((id) => signingKeyOf(deriveSeed(secret, id))))
  expect(keys[0]?.fingerprint).toBe(keys[1]?.fingerprint)
  expect(keys[0]?.fingerprint).not.toBe(keys[2]?.fingerprint)
  expect((await signingKeyOf(deriveSeed(newSeed(), 'w1'))).fingerprint).not.toBe(keys[0]?.fingerprint)
})

test('the published key pair of RFC 8037, appendix A, has its thumbprint', async () => {
  const d = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url').toString('hex')
  const published = await signingKeyOf(d as Parameters<typeof signingKeyOf>[0])
  expect(published.jwk.x).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')
  expect(published.fingerprint).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})
