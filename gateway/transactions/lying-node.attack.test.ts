import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../chain/port.ts'
import { begin, elsewhere, lastSent, pay, read, redeem, stable, tester, wallet, world } from './faults-fixture.ts'

const hold = () => {
  world.chain.faults.broadcast = () => 'lost'
}

/** Of a transaction that was held back the node says that it did what another one did. */
function showInstead(held: Hex, receipt: Receipt, change: Partial<Receipt> = {}) {
  world.chain.faults.lie = (hash, truth) => truth ?? (hash === held ? { ...receipt, hash: held, ...change } : undefined)
}

/** The nonce of a held transaction looks used. */
function countHeld(held: Hex) {
  const nonce = world.chain.nonce
  const nonces = world.chain.broadcasts.filter(({ hash }) => hash === held)
  world.chain.nonce = async (sender, block) => {
    const truth = await nonce(sender, block)
    const mine = nonces.find((sent) => sent.sender === sender)
    return mine === undefined ? truth : Math.max(truth, mine.nonce + 1)
  }
}

async function receiptOf(hash: Hex): Promise<Receipt> {
  const receipt = await world.chain.receipt(hash)
  if (receipt === undefined) throw new Error('not mined')
  return receipt
}

describe.each(['float', 'backed'])('a node that shows one redeem with the events of another (%s)', (mode) => {
  beforeEach(async () => {
    await begin({ SOTTO_REDEEM_MODE: mode })
    world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
  })

  test.each([
    ['as they were', false],
    ['and with the input of the held one, which no live node can forge', true],
  ])('pays one burn once: %s', async (_, forged) => {
    const first = await redeem('10')
    expect((await read(first.id)).status).toBe('SETTLED')
    const paid = stable()
    hold()
    const second = await redeem('10')
    const held = lastSent()
    const sent = world.chain.broadcasts.at(-1)
    const input = sent !== undefined && 'handle' in sent.action ? sent.action.handle : '0x'
    const truth = await receiptOf((first.txHash ?? '0x') as Hex)
    const foreign = forged
      ? {
          confidentialMoves: truth.confidentialMoves.map((move) => ({ ...move, input })),
          unwraps: truth.unwraps.map((unwrap) => ({ ...unwrap, input })),
        }
      : {}
    showInstead(held, truth, foreign)
    countHeld(held)
    delete world.chain.faults.broadcast
    for (let looks = 0; looks < 5; looks++) expect((await read(second.id)).status).not.toBe('SETTLED')
    expect(stable()).toBe(paid)
  })
})

describe('a payment that is held back is not given up', () => {
  beforeEach(() => begin())

  async function held() {
    hold()
    const { id } = await pay('25')
    const sent = world.chain.broadcasts.at(-1)
    if (sent === undefined) throw new Error('nothing was sent')
    return { id, sent }
  }

  /** The bytes come out after all: they must not be a second payment beside the one that the user made again. */
  async function release(id: string, sent: (typeof world.chain.broadcasts)[number]) {
    delete world.chain.faults.lie
    delete world.chain.faults.broadcast
    world.chain.ledger.take(sent)
    expect((await read(id)).status).toBe('SETTLED')
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(25_000_000n)
  }

  test('for a rival without a receipt', async () => {
    const { id, sent } = await held()
    const { nonce, whoUsedNonce } = world.chain
    world.chain.nonce = async () => sent.nonce + 1
    const hash: Hex = `0x${'9'.repeat(64)}`
    const fees = { maxFee: 1n, priorityFee: 1n, cost: 0n }
    world.chain.whoUsedNonce = async () => ({
      hash,
      block: 1,
      raw: hash,
      to: elsewhere,
      data: '0x',
      value: 0n,
      ...fees,
    })
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
    Object.assign(world.chain, { nonce, whoUsedNonce })
    await release(id, sent)
  })

  test.each([
    ['the events of another payment', false, true],
    ['its own events, and a nonce that is free', true, false],
  ])('nor settled, for %s', async (_, own, counted) => {
    const first = await pay('25')
    expect((await read(first.id)).status).toBe('SETTLED')
    const { id, sent } = await held()
    const truth = await receiptOf((first.txHash ?? '0x') as Hex)
    const input = 'handle' in sent.action ? sent.action.handle : '0x'
    const confidentialMoves = own
      ? truth.confidentialMoves.map((move) => ({ ...move, input }))
      : truth.confidentialMoves
    showInstead(sent.hash, { ...truth, confidentialMoves })
    const { nonce } = world.chain
    if (counted) countHeld(sent.hash)
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
    world.chain.nonce = nonce
    delete world.chain.faults.lie
    world.chain.ledger.take(sent)
    expect((await read(id)).status).toBe('SETTLED')
    expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(50_000_000n)
  })

  test.each([
    ['a receipt that says it reverted', {}],
    ['a receipt of somebody else', { sender: elsewhere }],
  ])('for %s, which the confirming nodes do not show', async (_, change) => {
    const { id, sent } = await held()
    world.chain.faults.confirming = true
    const truth = await receiptOf([...world.chain.ledger.mined.keys()].at(-1) ?? '0x')
    showInstead(sent.hash, truth, { success: false, sender: sent.sender, ...change })
    const { nonce } = world.chain
    countHeld(sent.hash)
    for (let looks = 0; looks < 3; looks++) expect((await read(id)).status).toBe('PENDING')
    world.chain.nonce = nonce
    await release(id, sent)
  })

  test('and one that really reverted fails once the confirming nodes agree', async () => {
    world.chain.faults.confirming = true
    world.chain.ledger.automine = false
    const { transaction } = await tester.api.transfer({
      walletId: wallet.id,
      amount: '10',
      to: elsewhere,
      token: 'STABLE',
    })
    world.chain.ledger.holder(wallet.address).stable = 0n
    world.chain.ledger.mine()
    expect((await read(transaction.id)).status).toBe('FAILED')
  })
})

test('a payout from the float waits until the confirming nodes show the transfer into it', async () => {
  await begin({ SOTTO_REDEEM_MODE: 'float' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
  const { agreed } = world.chain
  world.chain.agreed = async () => false
  const before = stable()
  const { id } = await redeem('10')
  expect(await read(id)).toMatchObject({ status: 'SETTLING', waitingFor: 'confirmation' })
  expect(stable()).toBe(before)
  world.chain.agreed = agreed
  expect((await read(id)).status).toBe('SETTLED')
  expect(stable()).toBe(before + 10_000_000n)
})

test('a mint shown with the events of another one neither fails nor settles by them', async () => {
  await begin()
  const mint = async (amount: string) => (await tester.api.mint({ walletId: wallet.id, amount })).transaction
  const first = await mint('3')
  const truth = await receiptOf((first.txHash ?? '0x') as Hex)
  world.chain.faults.lie = (hash, shown) =>
    shown === undefined || hash === truth.hash ? shown : { ...shown, publicMoves: truth.publicMoves }
  const second = await mint('4')
  for (let looks = 0; looks < 3; looks++) expect((await read(second.id)).status).toBe('PENDING')
  delete world.chain.faults.lie
  expect((await read(second.id)).status).toBe('SETTLED')
})
