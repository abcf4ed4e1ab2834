import { hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Keyring } from '../crypto/keyring.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { openSigner } from './store.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** An account with five wallets, and what each of them took from the seed. */
async function fiveWallets() {
  const world = await createTestWorld()
  const taken = new Map<string, string>()
  const derive: Keyring['derive'] = (root, purpose, length) => {
    const bytes = real(root, purpose, length)
    taken.set(purpose, bytes.toString('hex'))
    return bytes
  }
  const real = world.keys.derive
  world.keys.derive = derive
  const { api } = await createTester(world)
  const keys: bigint[] = []
  for (let each = 0; each < 5; each++) {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    keys.push(BigInt((await openSigner(world.db, world.keys, wallet.id))?.key ?? 0))
  }
  return { taken, keys }
}

test('wallets of one account have no key in common: each takes bytes of its own from the seed, for itself alone', async () => {
  const { taken, keys } = await fiveWallets()
  expect([taken.size, new Set(taken.values()).size]).toEqual([10, 10])
  // Nothing but those bytes is in the key: no part of it is shared, added or multiplied in.
  const ofKeys = [...taken].filter(([purpose]) => purpose.startsWith('wallet key'))
  expect(ofKeys.map(([, bytes]) => (BigInt(`0x${bytes}`) % (ORDER - 1n)) + 1n)).toEqual(keys)
})

test('who has the key of one wallet, and knows how keys are made, has no other one', async () => {
  const { taken, keys } = await fiveWallets()
  const [exported = 0n, ...others] = keys
  const bytes = Buffer.from(exported.toString(16).padStart(64, '0'), 'hex')
  const guesses = [...taken.keys()].map((purpose) => {
    const guess = Buffer.from(hkdfSync('sha256', bytes, 'sotto', purpose, 48)).toString('hex')
    return (BigInt(`0x${guess}`) % (ORDER - 1n)) + 1n
  })
  for (const key of others) expect(guesses).not.toContain(key)
  // As keys of BIP 32 that are not hardened have it: steps between siblings that another account repeats.
  const steps = async (from: bigint[]) => from.slice(1).map((key, index) => (key - (from[index] ?? 0n) + ORDER) % ORDER)
  const two = [...(await steps(keys)), ...(await steps((await fiveWallets()).keys))]
  expect(new Set(two).size).toBe(two.length)
})
