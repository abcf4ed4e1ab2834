import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { createTester, newsOf, walletWithMoney } from '../../testing/test-world.ts'
import { isIncome } from './income.ts'
import { look } from './look-fixture.ts'
import { amounts, begin, bob, ledger, purse, received, setUpEach, world } from './scan-fixture.ts'

setUpEach()

describe('what is no income', () => {
  const [us, them, zero] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'0'.repeat(40)}`] as const
  const token: Address = `0x${'c'.repeat(40)}`
  const operator: Address = `0x${'d'.repeat(40)}`
  const at = { hash: '0x1', block: 1, blockHash: '0x2', logIndex: 0, position: 0 } as const

  test.each([
    ['from somebody', { from: them, to: us, units: 1n }, true],
    ['from somebody, behind a handle', { from: them, to: us, handle: '0x3' }, true],
    ['minted or wrapped', { from: zero, to: us, units: 1n }, false],
    ['paid out by the token', { from: token, to: us, units: 1n }, false],
    ['paid out by the operator', { from: operator, to: us, units: 1n }, false],
    ['to the operator, as a redeem through the float does', { from: them, to: operator, handle: '0x3' }, false],
    ['to oneself', { from: us, to: us, units: 1n }, false],
    ['of nothing, which anybody may write', { from: them, to: us, units: 0n }, false],
  ] as const)('%s', (_, move, expected) => {
    expect(isIncome({ ...at, ...move }, { ownContracts: [token], operator }, { forRequest: false })).toBe(expected)
  })

  test.each([
    ['minted or wrapped', { from: zero, to: us, handle: '0x3' }, true],
    ['paid out by the token', { from: token, to: us, units: 1n }, true],
    ['from the operator', { from: operator, to: us, units: 1n }, true],
    ['to itself', { from: us, to: us, units: 1n }, false],
    ['of nothing', { from: zero, to: us, units: 0n }, false],
  ] as const)('to the address of a request, %s', (_, move, expected) => {
    expect(isIncome({ ...at, ...move }, { ownContracts: [token], operator }, { forRequest: true })).toBe(expected)
  })

  test.each(['backed', 'float'])('nothing of one’s own business, redeeming %s', async (mode) => {
    await begin({ SOTTO_REDEEM_MODE: mode, SOTTO_RECEIPT_WAIT_MS: '2000' })
    if (world.chain.operator) ledger().holder(world.chain.operator.address).stable = 10n ** 12n
    const till = await walletWithMoney(bob)
    await bob.api.redeem({ walletId: till.id, amount: '5' })
    world.clock.pass(2_000)
    await bob.api.listTransactions({})
    expect((await bob.api.listTransactions({ type: 'REDEEM' })).items[0]?.status).toBe('SETTLED')
    await look(world)
    expect(await received()).toEqual([])
  })

  test('a payout stays none when the operator has another key since', async () => {
    await begin({ SOTTO_REDEEM_MODE: 'float', SOTTO_RECEIPT_WAIT_MS: '2000' })
    ledger().holder(world.chain.operator.address).stable = 10n ** 12n
    const till = await walletWithMoney(bob)
    await bob.api.redeem({ walletId: till.id, amount: '5' })
    world.clock.pass(2_000)
    await bob.api.listTransactions({})
    const { items } = await bob.api.listTransactions({ type: 'REDEEM' })
    const paid = ledger().mined.get(items[0]?.settlementTxHash as Hex)?.receipt.publicMoves
    expect(paid).toMatchObject([{ from: world.chain.operator.address, to: till.address }])
    world.chain = { ...world.chain, operator: world.chain.wallets.create() }
    await look(world)
    expect(await received()).toEqual([])
  })

  test('a payment of our own is one row, whether its settling or the scan sees it first', async () => {
    await begin({ SOTTO_RECEIPT_WAIT_MS: '0' })
    const alice = await createTester(world, {}, bob.app)
    const till = await walletWithMoney(alice)
    world.clock.pass(2_000)
    await alice.api.listTransactions({})
    for (const first of ['scan', 'settle']) {
      const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '1', to: purse.address })
      if (first === 'scan') await look(world)
      world.clock.pass(2_000)
      await alice.api.getTransaction({ id: transaction.id })
      await look(world)
    }
    expect(await amounts()).toEqual(['1 cSTABLE', '1 cSTABLE'])
    const told = await newsOf(world, bob.accountId)
    expect(told.filter(({ kind }) => kind === 'removed')).toEqual([])
  })
})
