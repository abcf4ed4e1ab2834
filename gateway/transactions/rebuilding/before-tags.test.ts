import { beforeEach, describe, expect, test } from 'vitest'
import { reconcileAtStart } from './keep-reconciling-fixture.ts'
import {
  backUp,
  begin,
  call,
  elsewhere,
  paidOut,
  read,
  redeem,
  restore,
  setUpEach,
  transfer,
  unattributed,
  wallet,
  world,
} from './restore-fixture.ts'

setUpEach()

const nonceOf = () => world.chain.ledger.holder(wallet.address).nonce

/** As version 0.1.0 left a payment: signed without a tag, lost on its way, with no digest of the request; this version took over. */
async function leftOpen(pay: () => ReturnType<typeof call>): Promise<string> {
  world.chain.faults.broadcast = () => 'lost'
  const { id = '' } = (await pay()).transaction ?? {}
  delete world.chain.faults.broadcast
  delete world.chain.faults.untagged
  await world.db.updateTable('transactions').set({ requestDigest: null }).where('id', '=', id).execute()
  return id
}

/** In a block that came after it was signed, so long ago that it is replaced. */
async function stuck(id: string) {
  world.chain.ledger.automine = false
  world.chain.ledger.mineEmpty()
  world.clock.pass(60_000)
  await call('GET', `/transactions/${id}`)
  world.chain.ledger.automine = true
  world.chain.ledger.mine()
}

describe.each(['float', 'backed'] as const)('a payment that 0.1.0 signed and never sent (%s)', (mode) => {
  beforeEach(() => begin(mode))

  const verbs: [string, () => ReturnType<typeof call>][] = [
    ['transfer of STABLE', () => transfer('7', 'one', 'STABLE')],
    ['transfer of cSTABLE', () => transfer('7', 'one')],
    ['mint', () => call('POST', '/mint', { walletId: wallet.id, amount: '7' }, 'one')],
    ['redeem', () => redeem('7', 'one')],
  ]

  test.each(verbs)('is sent by its own bytes, and paid once: a %s', async (_, pay) => {
    const nonce = nonceOf()
    const id = await leftOpen(pay)
    const signed = world.chain.broadcasts.at(-1)?.hash
    expect(await read(id, 8)).toMatchObject({ status: 'SETTLED', txHash: signed })
    expect(await pay()).toMatchObject({ status: 201, transaction: { id } })
    expect(nonceOf()).toBe(nonce + 1)
  })

  test.each(verbs)('that bids more after the upgrade is its own in a backup of before that: a %s', async (_, pay) => {
    const id = await leftOpen(pay)
    backUp()
    await stuck(id)
    const settled = await read(id, 8)
    expect(settled).toMatchObject({ status: 'SETTLED' })
    const [nonce, paid] = [nonceOf(), paidOut()]
    await restore()
    await reconcileAtStart(world, 'operator')
    expect(await read(id, 8)).toMatchObject({ status: 'SETTLED', txHash: settled?.txHash })
    expect(await pay()).toMatchObject({ status: 201, transaction: { id } })
    expect([nonceOf(), paidOut(), await unattributed()]).toEqual([nonce, paid, []])
  })

  test('that was cancelled after the upgrade is cancelled in a backup of before that, too', async () => {
    const id = await leftOpen(() => transfer('7', 'one', 'STABLE'))
    backUp()
    await call('POST', `/transactions/${id}/cancel`)
    const cancelled = await read(id)
    expect(cancelled).toMatchObject({ status: 'FAILED' })
    await restore()
    await reconcileAtStart(world, 'operator')
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: (cancelled as { error?: string })?.error })
    expect(world.chain.ledger.holder(elsewhere).stable).toBe(0n)
    expect(await unattributed()).toEqual([])
  })
})
