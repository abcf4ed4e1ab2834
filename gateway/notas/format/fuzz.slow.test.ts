import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { createSigner, walletKeys } from '../../chain/live/wallet-keys.ts'
import { isLong, repeated } from '../../testing/how-often.ts'
import { forge, headerOf, newForger } from '../../testing/nota-fixture.ts'
import { newSeed, signingKeyOf } from '../signing-key.ts'
import type { ReceiptContent } from './content.ts'
import { inspect, isValid } from './inspect.ts'
import { openNota } from './open-nota.ts'
import { signCard, signReceipt } from './sign-nota.ts'
import { cardStatement } from './statements.ts'

const NOW = Date.parse('2026-03-04T05:06:07Z')
const forger = newForger()
const holder = createSigner()
const content = {
  v: 1 as const,
  iat: Math.floor(NOW / 1000),
  chainId: 11155111,
  network: 'offline',
  address: holder.address,
}
const { address: wallet, ...shared } = content
const receipt: ReceiptContent = {
  ...shared,
  type: 'MINT',
  status: 'SETTLED',
  token: 'cSTABLE',
  stable: wallet,
  cstable: wallet,
  from: wallet,
  to: wallet,
  amount: '60',
  amountSource: 'chain',
  handle: null,
  legs: [
    {
      kind: 'mint',
      txHash: `0x${'1'.repeat(64)}`,
      block: 7,
      blockHash: `0x${'2'.repeat(64)}`,
      time: content.iat,
      outcome: 'success',
    },
  ],
}
let genuine: string[]

beforeAll(async () => {
  const key = await signingKeyOf(newSeed())
  const walletSignature = await walletKeys.signTyped(holder, cardStatement({ ...content, key: key.jwk.x }))
  const card = { ...content, label: 'Rent ✓', walletSignature }
  genuine = [await signCard(card, key), await signReceipt(receipt, key)]
})

/** Refused by a name of the catalogue: anything else that is thrown would be a 500. */
async function isRefused(text: string): Promise<boolean> {
  try {
    await openNota(text, NOW, walletKeys)
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_nota' && error.message.length < 300) return true
    throw error
  }
}

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 200 }),
  fc.array(fc.base64String({ maxLength: 80 }), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
)

type Edit = { at: number; cut: number; paste: string }
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(1_400),
  cut: fc.nat(3),
  paste: fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.string({ unit: 'binary', maxLength: 2 }),
    fc.base64String({ maxLength: 4 }),
  ),
})

function edited(text: string, edits: Edit[]): string {
  return edits.reduce((now, { at, cut, paste }) => {
    const place = at % (now.length + 1)
    return now.slice(0, place) + paste + now.slice(place + cut)
  }, text)
}

const RUNS = repeated(2_000)

test(`${RUNS} strings of any kind are refused, each by a name`, async () => {
  await fc.assert(fc.asyncProperty(anything, isRefused), { numRuns: RUNS })
}, 600_000)

test(`${RUNS} changes to a genuine card or receipt are refused, each by a name`, async () => {
  const edits = fc.array(edit, { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(fc.boolean(), edits, async (which, some) => {
    const before = genuine[which ? 1 : 0] ?? ''
    const text = edited(before, some)
    // White space around a file is no part of it.
    return text.trim() === before || isRefused(text)
  })
  await fc.assert(property, { numRuns: RUNS })
}, 600_000)

test('whatever JSON somebody signs, as header or as content, is opened as a card or refused, and never valid', async () => {
  const field = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('1', '"EdDSA"', '-0', '1e999', '"\\ud800"', '[[[]]]'),
  )
  const name = fc.constantFrom(
    ...Object.keys(content),
    'label',
    'exp',
    'walletSignature',
    '__proto__',
    'constructor',
    'x',
  )
  const change = fc.tuple(fc.constantFrom('header', 'content'), name, field)
  const property = fc.asyncProperty(change, async ([where, key, json]) => {
    const [header, body] = [headerOf(forger, 'address-card'), content].map((part) => JSON.stringify(part))
    const changed = (text = '') =>
      `{${JSON.stringify(key)}:${json},${text.replace(new RegExp(`"${key}":("[^"]*"|\\d+),?`), '').slice(1)}`
    const text =
      where === 'header' ? forge(forger, changed(header), body ?? '') : forge(forger, header ?? '', changed(body))
    if (await isRefused(text)) return true
    const opened = await openNota(text, NOW, walletKeys)
    return !isValid('unknown', await inspect(opened, walletKeys))
  })
  await fc.assert(property, { numRuns: RUNS })
}, 600_000)

test('deeply nested JSON is refused', async () => {
  for (const nested of ['['.repeat(5_000) + ']'.repeat(5_000), `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`]) {
    expect(await isRefused(forge(forger, headerOf(forger, 'address-card'), nested))).toBe(true)
    expect(await isRefused(forge(forger, nested, content))).toBe(true)
  }
})

test('flipping a single bit, or writing another character in its place, is refused, for every byte', async () => {
  const bits = [0, 1, 2, 3, 4, 5, 6, 7]
  const others = [...'AZaz09-_.= "\n\0\x7f']
  for (const nota of genuine) {
    for (let at = 0; at < nota.length; at++) {
      const bent = inTurn(bits, nota, at).map((bit) => String.fromCharCode(nota.charCodeAt(at) ^ (1 << bit)))
      for (const character of new Set([...bent, ...inTurn(others, nota, at)])) {
        if (character === nota[at]) continue
        const refused = await isRefused(nota.slice(0, at) + character + nota.slice(at + 1))
        if (!refused) throw new Error(`byte ${at} as ${JSON.stringify(character)} opened`)
      }
    }
  }
})

/** One of them at each place; all before a release, and where a part ends, since not every bit of its last character counts. */
function inTurn<T>(all: T[], nota: string, at: number): T[] {
  const isLast = [undefined, '.'].includes(nota[at + 1])
  return all.filter((_, index) => isLong || isLast || index === at % all.length)
}
