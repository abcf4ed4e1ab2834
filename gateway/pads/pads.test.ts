import { describe, expect, test } from 'vitest'
import {
  DAY_MS,
  elsewhere,
  filled,
  ONE,
  padded,
  pay,
  proofs,
  settled,
  setUpEach,
  tester,
  wallet,
  withPads,
  world,
} from './pads-fixture.ts'
import { padsReady } from './pool.ts'

describe('a confidential transfer', () => {
  setUpEach()

  test('proves its amount first, and lets the contract move the wallet’s tokens', async () => {
    const { transaction } = await pay('1')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(proofs).toBe(1)
    expect(world.chain.broadcasts.slice(-2).map(({ action }) => action.do)).toEqual(['allow pads', 'hidden'])
    expect(transaction.txHash).toBe(world.chain.broadcasts.at(-1)?.hash)
  })

  test('allows nothing by the clock of a chain that is years ahead', async () => {
    const { head } = world.chain
    const ahead = Math.floor(world.clock.now() / 1_000) + 50 * 365 * 86_400
    world.chain = { ...world.chain, head: async () => ({ ...(await head()), time: ahead }) }
    const { transaction } = await pay('1')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(world.chain.broadcasts.map(({ action }) => action.do)).not.toContain('allow pads')
  })

  test('then takes a pad each, and no proof: what moves is what was asked', async () => {
    await withPads()
    expect(padsReady(world)).toBe(8)
    for (const amount of ['5', '0.000001', '20']) {
      const { transaction } = await pay(amount)
      expect(await settled(transaction.id)).toMatchObject({ status: 'SETTLED', amount })
    }
    expect(proofs).toBe(0)
    expect(padded()).toHaveLength(3)
    expect(padsReady(world)).toBe(5)
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(26n * ONE + 1n)
    const { balances } = await tester.api.getWallet({ id: wallet.id })
    expect(balances.confidential.amount).toBe('33.999999')
  })

  test('is known without a decryption', async () => {
    await withPads()
    let decrypted = 0
    const { confidential } = world.chain
    const decrypt: typeof confidential.decrypt = (...asked) => {
      decrypted++
      return confidential.decrypt(...asked)
    }
    world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
    const { transaction } = await pay('5')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(decrypted).toBe(0)
  })

  test('proves its amount where no pad is ready', async () => {
    await withPads()
    for (let index = 0; index < 8; index++) await pay('1')
    expect(proofs).toBe(0)
    const { transaction } = await pay('1')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(proofs).toBe(1)
    await filled()
    await pay('1')
    expect(proofs).toBe(1)
  })

  test('that is refused leaves its pad', async () => {
    await withPads()
    await expect(pay('1000')).rejects.toThrow()
    expect(padsReady(world)).toBe(8)
    expect(padded()).toEqual([])
  })

  test('proves its amount where the chain would not take the pad: it and those beside it are thrown away', async () => {
    await withPads()
    const { pads } = world.chain
    world.chain = { ...world.chain, pads: { ...pads, stateOf: async () => 'void' } }
    const { transaction } = await pay('5')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect([proofs, padsReady(world)]).toEqual([1, 0])
  })

  test('proves its amount where nothing is allowed, since the chain’s clock is years ahead', async () => {
    const { head } = world.chain
    const ahead = Math.floor(world.clock.now() / 1_000) + 50 * 365 * 86_400
    world.chain = { ...world.chain, head: async () => ({ ...(await head()), time: ahead }) }
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '5' })
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(proofs).toBe(1)
  })

  test('proves its amount where the chain has no contract of pads', async () => {
    world.chain = { ...world.chain, pads: { ...world.chain.pads, isThere: async () => false } }
    const { transaction } = await pay('5')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(world.chain.broadcasts.filter(({ action }) => action.do === 'allow pads')).toEqual([])
  })

  test('renews the permission from its fifteenth day on, and without one proves its amount', async () => {
    const allowed = () => world.chain.broadcasts.filter(({ action }) => action.do === 'allow pads').length
    await withPads()
    world.clock.pass(14 * DAY_MS)
    await pay('1')
    expect(allowed()).toBe(0)
    world.clock.pass(2 * DAY_MS)
    await pay('1')
    expect([allowed(), padded().length, proofs]).toEqual([1, 2, 0])
    world.clock.pass(31 * DAY_MS)
    await pay('1')
    expect([allowed(), padded().length, proofs]).toEqual([2, 2, 1])
  })

  test('that a reorganisation takes back is mined again with the same number', async () => {
    await withPads()
    const { transaction } = await pay('5')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    world.chain.ledger.rollback(1)
    world.chain.ledger.mineEmpty()
    const again = () => settled(transaction.id)
    for (let reads = 0; reads < 20 && (await again()).waitingFor !== null; reads++) world.clock.pass(10_000)
    expect(await again()).toMatchObject({ status: 'SETTLED', waitingFor: null })
    expect(padded()).toHaveLength(2)
    expect(new Set(padded().map((one) => JSON.stringify(one))).size).toBe(1)
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(6n * ONE)
  })
})

describe('a backed redeem', () => {
  setUpEach({ SOTTO_REDEEM_MODE: 'backed' })

  test('never proves its amount, the first time neither', async () => {
    for (const amount of ['5', '5', '7']) {
      const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount })
      expect(await settled(transaction.id)).toMatchObject({ status: 'SETTLED' })
    }
    expect(proofs).toBe(0)
    const { balances } = await tester.api.getWallet({ id: wallet.id })
    expect([balances.normal.amount, balances.confidential.amount]).toEqual(['57', '43'])
  })

  test('proves its amount where the chain has no contract of pads', async () => {
    world.chain = { ...world.chain, pads: { ...world.chain.pads, isThere: async () => false } }
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '5' })
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    expect(proofs).toBe(1)
  })
})

describe('without pads', () => {
  setUpEach({ SOTTO_PADS: '0' })

  test('the chain is asked nothing about them', async () => {
    const pads = new Proxy(world.chain.pads, {
      get() {
        throw new Error('it was asked')
      },
    })
    world.chain = { ...world.chain, pads }
    const { transaction } = await pay('1')
    expect((await settled(transaction.id)).status).toBe('SETTLED')
    await filled()
    expect(proofs).toBe(1)
  })
})
