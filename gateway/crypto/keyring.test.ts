import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealUnits } from './amounts.ts'
import { createKeyring, type Sealed } from './keyring.ts'

const place = { table: 'wallets', column: 'key', row: 'w1' }
const first = randomBytes(32)
const pepper = randomBytes(32)
const seed = randomBytes(32)
const roots = { walletSeeds: new Map([[1, seed]]), tagSecret: randomBytes(32) }
const keys = createKeyring({ dataKeys: new Map([[1, first]]), pepper, ...roots })

test('what was sealed opens in its own place', () => {
  expect(keys.open(place, keys.seal(place, 'a secret ✓'))).toBe('a secret ✓')
})

test('sealing twice gives two ciphertexts', () => {
  expect(keys.seal(place, 'x')).not.toBe(keys.seal(place, 'x'))
})

test.each([
  ['another table', { ...place, table: 'legs' }],
  ['another column', { ...place, column: 'label' }],
  ['another row', { ...place, row: 'w2' }],
])('it does not open in %s', (_, elsewhere) => {
  expect(() => keys.open(elsewhere, keys.seal(place, 'x'))).toThrow()
})

test('no flipped bit opens', () => {
  const value = keys.seal(place, 'x')
  const bytes = Buffer.from(value.slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const bent = Buffer.from(bytes)
    bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => keys.open(place, `v1.${bent.toString('base64url')}` as Sealed)).toThrow()
  }
})

test('a newer data key seals, the older one still opens', () => {
  const old = keys.seal(place, 'x')
  const rotated = createKeyring({
    dataKeys: new Map([
      [1, first],
      [2, randomBytes(32)],
    ]),
    pepper,
    ...roots,
  })
  expect(rotated.open(place, old)).toBe('x')
  expect(rotated.seal(place, 'x')).toMatch(/^v2\./)
  expect(() => keys.open(place, rotated.seal(place, 'x'))).toThrow(/no data key of version 2/)
})

test('the sealed form of an amount has one length', () => {
  const lengths = new Set([0n, 1n, 10n ** 6n, 2n ** 64n - 1n].map((units) => sealUnits(keys, place, units).length))
  expect(lengths.size).toBe(1)
})

test('hashes differ by purpose and by installation', () => {
  const other = createKeyring({ dataKeys: new Map([[1, first]]), pepper: randomBytes(32), ...roots })
  const hashes = [keys.hash('api-key', 'x'), keys.hash('session', 'x'), other.hash('api-key', 'x')]
  expect(new Set(hashes).size).toBe(3)
})

test('what is derived is HKDF of its root, and another for another purpose, generation and root', () => {
  // RFC 5869: extract with the salt, then one round of expand.
  const extracted = createHmac('sha256', 'sotto').update(seed).digest()
  const expanded = createHmac('sha256', extracted).update('a\x01').digest()
  expect(keys.derive({ walletSeed: 1 }, 'a', 32)).toEqual(expanded)
  const two = createKeyring({
    dataKeys: new Map([[1, first]]),
    pepper,
    walletSeeds: new Map([...roots.walletSeeds, [2, randomBytes(32)]]),
    tagSecret: roots.tagSecret,
  })
  const all = [
    two.derive({ walletSeed: 1 }, 'a', 32),
    two.derive({ walletSeed: 1 }, 'b', 32),
    two.derive({ walletSeed: 2 }, 'a', 32),
    two.derive('tags', 'a', 32),
  ]
  expect(new Set(all.map((bytes) => bytes.toString('hex'))).size).toBe(4)
  expect([keys.walletSeed(), two.walletSeed()]).toEqual([1, 2])
  expect(() => keys.derive({ walletSeed: 2 }, 'a', 32)).toThrow(/no wallet seed 2/)
})
