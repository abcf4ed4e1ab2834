import { beforeEach, expect, test, vi } from 'vitest'
import { Failed } from '#shared/client-failure.ts'
import { type FirstWalletMaker, makeFirstWallet } from './make-first-wallet.ts'

/** A gateway that keeps what was made under which key, as long as it remembers. */
let wallets: string[]
let keys: Map<string, string>
let lost: boolean
const maker: FirstWalletMaker = {
  count: async () => wallets.length,
  create: vi.fn(async (label: string, key: string) => {
    const before = keys.get(key)
    if (before !== undefined && before !== label) throw new Failed({ code: 'idempotency_mismatch', message: '' })
    if (before === undefined) {
      keys.set(key, label)
      wallets.push(label)
    }
    if (lost) throw new Failed({ code: 'unreachable', message: '' })
  }),
}
beforeEach(() => {
  wallets = []
  keys = new Map()
  lost = false
})

test('an answer that was lost makes no second wallet, in whatever page or browser it is asked for again', async () => {
  lost = true
  await expect(makeFirstWallet(maker, 'Main wallet')).rejects.toMatchObject({ failure: { code: 'unreachable' } })
  lost = false
  await makeFirstWallet(maker, 'Main wallet')
  await makeFirstWallet(maker, 'Another name')
  expect(wallets).toEqual(['Main wallet'])
})

test('nor do two that ask at once, of which neither sees the wallet of the other', async () => {
  const blind = { ...maker, count: vi.fn(maker.count).mockResolvedValueOnce(0).mockResolvedValueOnce(0) }
  await Promise.all([makeFirstWallet(blind, 'Main wallet'), makeFirstWallet(blind, 'Till')])
  expect(wallets).toEqual(['Main wallet'])
})

test('nor does a gateway that has forgotten the key since', async () => {
  await makeFirstWallet(maker, 'Main wallet')
  keys.clear()
  await makeFirstWallet(maker, 'Main wallet')
  expect(wallets).toEqual(['Main wallet'])
})
