import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createApp } from '../app.ts'
import { ConfidentialUnavailable, type Lineage, NotAllowed, type Receipt } from '../chain/port.ts'
import { lookAfterRequests } from '../collections/keep-collecting.ts'
import type { Source } from '../config/config.ts'
import { done } from '../fhe/computations-fixture.ts'
import { FheType } from '../fhe/types.ts'
import { look } from './arrivals/look-fixture.ts'
import { begin, elsewhere, pay, read, redeem, stable, tester, wallet, world } from './faults-fixture.ts'

const ONE = 1_000_000n

/** Handles that the KMS was asked for. */
let asked: Hex[]

/** The chain is upgraded to an executor of which this Sotto knows neither version nor formula. */
async function upgrade() {
  world.chain.ledger.ciphertexts.formula = 'unknown'
  asked = []
  const { decrypt } = world.chain.confidential
  world.chain.confidential.decrypt = (signer, handles) => {
    asked.push(...handles)
    return decrypt(signer, handles)
  }
}

const protocol = async () => {
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const answer = await createApp(world).request('http://127.0.0.1/readyz', { headers: { host: '127.0.0.1' } }, local)
  const { checks } = (await answer.json()) as { checks: { name: string }[] }
  return checks.find(({ name }) => name === 'protocol')
}
const claims = ({ confidentialMoves }: Receipt) => confidentialMoves.map((one: Lineage) => one.claimedInput)
/** What nodes show of a transaction, or of all, is altered, until told otherwise. */
const show = (hash: string | null | undefined, change: (truth: Receipt) => Partial<Receipt>) => {
  const isMeant = (shown: Hex) => shown === (hash ?? shown)
  world.chain.faults.lie = (shown, truth) => (truth && isMeant(shown) ? { ...truth, ...change(truth) } : truth)
}
const inputsAsMoved = ({ confidentialMoves }: Receipt) => ({
  confidentialMoves: confidentialMoves.map((move) => ({ ...move, handle: move.claimedInput ?? move.handle })),
})
const receiptOf = (hash: string | null) => {
  const receipt = world.chain.ledger.mined.get((hash ?? '0x') as Hex)?.receipt
  if (receipt === undefined) throw new Error('not mined')
  return receipt
}
const lastSent = () => world.chain.broadcasts.at(-1)?.hash ?? '0x'

/** Pays a request. Returns a look after it, with the states of its payment and of what collects it. */
async function payRequest() {
  const { request } = await tester.api.createRequest({ walletId: wallet.id, amount: '5' })
  await tester.api.transfer({ walletId: wallet.id, amount: '5', to: request.address })
  return async () => {
    world.clock.pass(4_000)
    await look(world)
    await lookAfterRequests(world)
    const { transactions, received } = (await tester.api.getRequest({ id: request.id })).request
    return { received, statuses: await Promise.all(transactions.map(async (id) => (await read(id)).status)) }
  }
}

/** A payment whose transaction the gateway does not see yet. */
async function unseen(amount: string) {
  world.chain.faults.lie = (hash, truth) => (hash === lastSent() ? undefined : truth)
  const { id } = await pay(amount)
  return { id, hash: lastSent() }
}

describe('under an unknown executor every payment settles, by decryption', () => {
  test.each(['backed', 'float'])('all four verbs (%s)', async (mode) => {
    await begin({ SOTTO_REDEEM_MODE: mode, SOTTO_NETWORK: 'offline' })
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
    await upgrade()
    const { transaction: fund } = await tester.api.fund({ walletId: wallet.id, amount: '5' })
    const { transaction: mint } = await tester.api.mint({ walletId: wallet.id, amount: '5' })
    expect([fund.status, mint.status]).toEqual(['SETTLED', 'SETTLED'])
    const paid = await pay('25')
    expect(paid.status).toBe('SETTLED')
    const { handle } = receiptOf(paid.txHash).confidentialMoves[0] ?? { handle: '0x' }
    expect(claims(receiptOf(paid.txHash))).toEqual([expect.stringMatching(/^0x/)])
    expect(asked).toContain(handle)
    const before = stable()
    const { id } = await redeem('10')
    await read(id)
    expect((await read(id)).status).toBe('SETTLED')
    expect(stable()).toBe(before + 10n * ONE)
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(25n * ONE)
  })

  test('also those that were under way when the chain was upgraded, and those from before', async () => {
    await begin()
    const before = await pay('5')
    world.chain.ledger.automine = false
    const { id } = await pay('25')
    await upgrade()
    world.chain.ledger.mine()
    expect((await read(id)).status).toBe('SETTLED')
    expect((await read(before.id)).status).toBe('SETTLED')
  })

  test('a request is collected, by the handle of the balance at its address', async () => {
    await begin()
    await upgrade()
    const look = await payRequest()
    for (let round = 0; round < 2; round++) await look()
    expect(await look()).toEqual({ received: '5', statuses: ['SETTLED', 'SETTLED'] })
    expect(world.chain.ledger.confidentialOf(wallet.address)).toBe(60n * ONE)
  })

  test('and a payment without cover fails, with what it moved', async () => {
    await begin()
    await upgrade()
    world.chain.ledger.automine = false
    const { id } = await pay('50')
    world.chain.ledger.holder(wallet.address).handle = world.chain.ledger.ciphertexts.encrypt(1n)
    world.chain.ledger.mine()
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('moved 0') })
  })

  test('/readyz names its version, and is well again under one that is known', async () => {
    await begin()
    expect(await protocol()).toEqual({ name: 'protocol', ok: true })
    await upgrade()
    await pay('25')
    expect(await protocol()).toEqual({ name: 'protocol', ok: false, version: '0.7.0' })
    world.chain.ledger.ciphertexts.formula = 'of a block and of origins'
    world.clock.pass(60 * 60_000)
    expect(await protocol()).toEqual({ name: 'protocol', ok: true })
    asked = []
    expect((await pay('5')).status).toBe('SETTLED')
  })

  test.each(['backed', 'float'])('and stays so when the chain goes back to a known one (%s)', async (mode) => {
    await begin({ SOTTO_REDEEM_MODE: mode, SOTTO_NETWORK: 'offline' })
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
    await upgrade()
    const paid = await pay('25')
    world.chain.faults.decryptionAway = false
    world.chain.faults.unpublished = true
    const { id } = await redeem('10')
    world.chain.ledger.automine = false
    const late = await pay('5')
    world.chain.ledger.mine()
    world.chain.ledger.automine = true
    world.chain.ledger.ciphertexts.formula = 'of a block'
    world.chain.faults.unpublished = false
    for (const passMs of [6_000, 60_000, 60_000]) await read(id, passMs)
    expect((await read(id)).status).toBe('SETTLED')
    for (const each of [paid, late]) expect(await read(each.id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
    const asks = asked.length
    expect((await read(paid.id, 60_000)).status).toBe('SETTLED')
    expect(asked).toHaveLength(asks)
  })
})

describe('a node under an unknown executor', () => {
  beforeEach(async () => {
    await begin()
    await upgrade()
  })

  test('that shows the handle of one transfer for that of another moves nothing', async () => {
    const first = await pay('25')
    const { confidentialMoves } = receiptOf(first.txHash)
    const { id, hash } = await unseen('25')
    show(hash, (truth) => ({
      confidentialMoves: truth.confidentialMoves.map((move) => ({
        ...move,
        handle: confidentialMoves[0]?.handle ?? move.handle,
      })),
    }))
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
    expect((await read(first.id)).status).toBe('SETTLED')
    delete world.chain.faults.lie
    expect((await read(id)).status).toBe('SETTLED')
  })

  test.each<[string, (truth: Receipt) => Partial<Receipt>]>([
    ['the input itself, whose amount is known', inputsAsMoved],
    [
      'what went to somebody else',
      ({ confidentialMoves }) => ({
        confidentialMoves: confidentialMoves.map((move) => ({ ...move, to: wallet.address })),
      }),
    ],
    [
      'what somebody else has sent',
      ({ confidentialMoves }) => ({
        confidentialMoves: confidentialMoves.map((move) => ({ ...move, from: elsewhere })),
      }),
    ],
    [
      'a handle that no input led to',
      ({ confidentialMoves }) => ({
        confidentialMoves: confidentialMoves.map(({ claimedInput: _, ...move }) => move),
      }),
    ],
  ])('that shows %s is asked again', async (_, change) => {
    const { id, hash } = await unseen('25')
    show(hash, change)
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
    delete world.chain.faults.lie
    expect((await read(id)).status).toBe('SETTLED')
  })

  test('that shows the balance itself as what a collection has moved is asked again', async () => {
    const look = await payRequest()
    show(undefined, inputsAsMoved)
    for (let round = 0; round < 3; round++) expect((await look()).statuses.slice(1)).not.toContain('SETTLED')
    delete world.chain.faults.lie
    expect((await look()).statuses).toEqual(['SETTLED', 'SETTLED'])
  })

  test('settles nothing before the confirming nodes show the same', async () => {
    const { id } = await unseen('25')
    delete world.chain.faults.lie
    world.chain.agreed = async () => false
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
    world.chain.agreed = async () => true
    expect((await read(id)).status).toBe('SETTLED')
  })

  test('settles nothing by an amount that proves itself, and that no KMS has opened', async () => {
    const number = done({ name: 'TrivialEncrypt', pt: 25n * ONE, toType: FheType.uint64 }, 'plain')
    const { decrypt } = world.chain.confidential
    world.chain.confidential.decrypt = async (signer, handles) => {
      if (handles.includes(number.result)) throw new ConfidentialUnavailable('not allowed on the host ACL')
      return decrypt(signer, handles)
    }
    const { id, hash } = await unseen('25')
    show(hash, ({ computations, confidentialMoves }) => ({
      computations: [{ operation: number }, ...computations],
      confidentialMoves: confidentialMoves.map((move) => ({ ...move, handle: number.result })),
    }))
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).not.toBe('SETTLED')
    delete world.chain.faults.lie
    expect((await read(id)).status).toBe('SETTLED')
  })
})

describe('a node that invents an upgrade, for a redeem from the float on a live network', () => {
  /** The wallet pays nothing, and a handle that it owns is shown as what it has paid. */
  async function redeemNothing(settings: Source, { operatorMayDecrypt }: { operatorMayDecrypt: boolean }) {
    await begin({ SOTTO_REDEEM_MODE: 'float', SOTTO_CONFIRMATIONS: '1', ...settings })
    world.config = { ...world.config, SOTTO_NETWORK: 'sepolia' }
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
    const { handle } = world.chain.ledger.holder(wallet.address)
    world.chain.executorVersion = async () => '9.9.9'
    const { decrypt } = world.chain.confidential
    world.chain.confidential.decrypt = async (signer, handles) => {
      const isRefused =
        !operatorMayDecrypt && signer.address === world.chain.operator.address && handles.includes(handle)
      if (isRefused) throw new NotAllowed('not allowed on the host ACL')
      return decrypt(signer, handles)
    }
    world.chain.faults.lie = (hash, truth) =>
      truth && hash === lastSent()
        ? {
            ...truth,
            confidentialMoves: truth.confidentialMoves.map(({ input = '0x', ...move }) => ({
              ...move,
              handle,
              claimedInput: input,
            })),
          }
        : truth
    world.chain.ledger.automine = false
    const { id } = await redeem('60')
    world.chain.ledger.holder(wallet.address).handle = world.chain.ledger.ciphertexts.encrypt(1n)
    world.chain.ledger.mine()
    world.chain.ledger.automine = true
    const before = stable()
    for (let looks = 0; looks < 4; looks++) expect((await read(id, 20_000)).status).not.toBe('SETTLED')
    expect(stable()).toBe(before)
  }

  test('gets nothing where no other node is asked, for whatever the operator has received before', () =>
    redeemNothing({}, { operatorMayDecrypt: true }))

  test('gets nothing for what the operator may not decrypt, and its sender may', () =>
    redeemNothing({ SOTTO_RPC_URLS_CONFIRM: 'http://127.0.0.1:1' }, { operatorMayDecrypt: false }))
})

test('under an executor that is known a handle that proves nothing is a lie, whatever the KMS opens it to', async () => {
  await begin()
  const { id, hash } = await unseen('25')
  const { result } = done({ name: 'TrivialEncrypt', pt: 25n * ONE, toType: FheType.uint64 })
  world.chain.ledger.clear.set(result, 25n * ONE)
  show(hash, ({ confidentialMoves }) => ({
    confidentialMoves: confidentialMoves.map(({ input = '0x', ...move }) => ({
      ...move,
      handle: result,
      claimedInput: input,
    })),
  }))
  for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
  delete world.chain.faults.lie
  expect((await read(id)).status).toBe('SETTLED')
})
