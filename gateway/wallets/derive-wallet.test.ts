import { expect, test } from 'vitest'
import { Id } from '#shared/model/ids.ts'
import { walletKeys } from '../chain/live/wallet-keys.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { deriveWallet } from './derive-wallet.ts'

const seedsOf = (...bytes: number[]) => new Map(bytes.map((byte, index) => [index + 1, Buffer.alloc(32, byte)]))
const withSeeds = (...bytes: number[]) => ({
  keys: createKeyring({
    dataKeys: seedsOf(9),
    pepper: Buffer.alloc(32),
    walletSeeds: seedsOf(...bytes),
    tagSecret: Buffer.alloc(32),
  }),
  chain: { wallets: walletKeys } as never,
})
const world = withSeeds(1, 2)
const first = { accountId: 'alice', generation: 1, index: 0 }

/** Whatever changes this loses every wallet that is newer than somebody's backup. */
test('a wallet is derived as every version derives it', () => {
  expect(deriveWallet(world, first)).toEqual({
    id: 'isvjpu59u6uh0xrgn5yxahaf',
    signer: {
      key: '0x7dca2a4d2fa6de9bd8ff37617b2ebb9d2c6e99820ebe02f8161e6ce8743e7514',
      address: '0x4370dc7067D20CC6B090f96f40eB293c572E5d94',
    },
  })
  expect(deriveWallet(withSeeds(1), first)).toEqual(deriveWallet(world, first))
})

test('another index, account, generation or installation has another ID and another key', () => {
  const wallets = [
    deriveWallet(world, first),
    deriveWallet(world, { ...first, index: 1 }),
    deriveWallet(world, { ...first, accountId: 'bob' }),
    deriveWallet(world, { ...first, accountId: 'alice\x000', index: 0 }),
    deriveWallet(world, { ...first, generation: 2 }),
    deriveWallet(withSeeds(3), first),
  ]
  expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length)
  expect(new Set(wallets.map(({ signer }) => signer.key)).size).toBe(wallets.length)
  for (const { id } of wallets) expect(Id.safeParse(id).success).toBe(true)
})

test.each([
  ['no bytes but zeros are the first key', Buffer.alloc(48), 1n],
  ['the order less two is the last key', number(order() - 2n), order() - 1n],
  ['the order less one is the first again', number(order() - 1n), 1n],
])('%s: none is outside of the group', (_, bytes, key) => {
  expect(BigInt(walletKeys.derive(bytes).key)).toBe(key)
})

function order() {
  return 2n ** 256n - 432420386565659656852420866394968145599n
}

function number(value: bigint) {
  return Buffer.from(value.toString(16).padStart(96, '0'), 'hex')
}
