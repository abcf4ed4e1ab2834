import { describe, expect, test } from 'vitest'
import type { NotaVerification } from '#shared/model/nota.ts'
import { openNota } from '../notas/format/open-nota.ts'
import { pinIssuer } from '../notas/issuers-store.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createOutsider } from '../testing/outsider.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { alice, newWallet, receiptOf, settled, setUpEach, till, world } from './receipts-fixture.ts'

setUpEach()

/** The node has dropped all receipts. The other one, if there is one, has them, and is asked for old ones alone. */
function forgetReceipts(isThereAnother: boolean): void {
  const { receipt } = world.chain
  world.chain.receipt = async (hash, options) =>
    isThereAnother && options?.old === true ? receipt(hash, options) : undefined
}

const results = ({ checks }: NotaVerification) => Object.fromEntries(checks.map(({ name, result }) => [name, result]))

async function transferred() {
  const to = (await newWallet()).address
  return (await alice.api.transfer({ walletId: till.id, amount: '5', token: 'cSTABLE', to })).transaction.id
}

async function redeemed() {
  return (await alice.api.redeem({ walletId: till.id, amount: '10' })).transaction.id
}

async function arrived() {
  await look(world)
  createOutsider(world).payHidden(till.address, 7_000_000n)
  await look(world)
  return (await alice.api.listTransactions({ type: 'RECEIVE' })).items[0]?.id ?? ''
}

test.each([
  ['a transfer', transferred],
  ['a redeem', redeemed],
  ['an arrival', arrived],
])('%s whose receipt one node has dropped has its own, which holds, by a node that keeps them', async (_, make) => {
  const { id } = await settled(await make())
  forgetReceipts(true)
  expect((await receiptOf(id)).content.status).toBe('SETTLED')
  const { nota } = await alice.api.getTransactionNota({ id })
  const verdict = await alice.api.verifyNota({ nota })
  expect(new Set(Object.values(results(verdict)))).toEqual(new Set(['passed']))
})

test.each([
  ['transfer', transferred, {}],
  ['redeem', redeemed, { payout_leg: 'not_checked' }],
])('a %s whose receipt no node has is not called false: its block has it', async (_, make, more) => {
  const { id } = await settled(await make())
  const { nota } = await alice.api.getTransactionNota({ id })
  forgetReceipts(false)
  const verdict = await alice.api.verifyNota({ nota })
  const open = { first_leg: 'not_checked', amount_on_chain: 'not_checked', ...more }
  expect(results(verdict)).toMatchObject({ network: 'passed', ...open })
  expect(verdict.valid).toBe(true)
  for (const { detail } of verdict.checks.filter(({ result }) => result === 'not_checked'))
    expect(detail).toContain('SOTTO_RPC_URL_ARCHIVE')
})

describe('a receipt of another issuer that is trusted', () => {
  /** The receipt of a payment, as the issuer says it. */
  async function saidOf(id: string) {
    const { nota } = await alice.api.getTransactionNota({ id })
    const opened = await openNota(nota, world.clock.now(), world.chain.wallets)
    if (opened.type !== 'receipt') throw new Error('not a receipt')
    const { content } = opened
    const issuer = newForger()
    await pinIssuer(world.db, { fingerprint: issuer.fingerprint, label: null, createdAt: 0 })
    const verify = (change: object) =>
      alice.api.verifyNota({ nota: forge(issuer, headerOf(issuer, 'receipt'), { ...content, ...change }) })
    return { content, verify }
  }

  const funded = async () => (await alice.api.fund({ walletId: till.id, amount: '3' })).transaction.id

  test.each([
    ['true', {}],
    ['false', { amount: '999999' }],
  ])('is not valid, %s or not, where no node shows what it is about', async (is, change) => {
    const { id } = await settled(await funded())
    const { verify } = await saidOf(id)
    expect((await verify(change)).valid).toBe(is === 'true')
    forgetReceipts(false)
    const verdict = await verify(change)
    expect(verdict).toMatchObject({ valid: false, issuer: { trust: 'trusted' } })
    expect(results(verdict)).toMatchObject({
      network: 'passed',
      first_leg: 'not_checked',
      amount_on_chain: 'not_checked',
    })
  })

  test('nor while the chain is away', async () => {
    const { id } = await settled(await funded())
    const { verify } = await saidOf(id)
    world.chain.faults.chainAway = true
    const verdict = await verify({})
    expect([verdict.valid, results(verdict).first_leg]).toEqual([false, 'not_checked'])
    expect(verdict.checks.at(-1)?.detail).toContain('did not answer')
  })

  test.each([
    ['failed', { block: 1 }],
    ['passed', {}],
  ])(
    'keeps the check of its first leg that %s, where it names an old payout that is dropped',
    async (result, other) => {
      const old = (await saidOf((await settled(await funded())).id)).content
      const { id } = await settled(await transferred())
      const { content, verify } = await saidOf(id)
      const { receipt } = world.chain
      world.chain.receipt = async (hash, options) => (hash === old.legs[0]?.txHash ? undefined : receipt(hash, options))
      const legs = [
        { ...content.legs[0], ...other },
        { ...old.legs[0], kind: 'payout' },
      ]
      const verdict = await verify({ type: 'REDEEM', legs })
      expect(results(verdict)).toMatchObject({ first_leg: result, payout_leg: 'not_checked' })
      expect(verdict.valid).toBe(false)
    },
  )
})

test('and is, where another block stands in the place of its own', async () => {
  const { id } = await settled(await transferred())
  const { nota } = await alice.api.getTransactionNota({ id })
  forgetReceipts(false)
  world.chain.ledger.rollback(1)
  world.chain.ledger.mineEmpty()
  expect(results(await alice.api.verifyNota({ nota }))).toMatchObject({ first_leg: 'failed' })
})
