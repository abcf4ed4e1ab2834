import { describe, expect, test } from 'vitest'
import {
  aWalletThatPays,
  before,
  begin,
  books,
  expectOnce,
  gateway,
  isOver,
  pauseOver,
  payer,
  posts,
  screenOf,
  taken,
  transferOrder,
  wallet,
} from './exactly-once-fixture.ts'
import { isMoneyCall, payment, rewriteIntent, ring, storedIntents } from './harness/payments.ts'
import { until } from './harness/until.ts'

aWalletThatPays()

describe('the worker is killed', () => {
  test('after the payment was written and before anything was sent', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.drop()
    // As if it had died a moment earlier.
    await rewriteIntent(wallet, id, { state: 'ready', sent: 0 })
    await expectOnce(id)
  })

  test('while its call is on the way, which gets through all the same', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.open()
    await taken(id)
    await expectOnce(id)
    expect(posts()).toHaveLength(1)
  })

  test('after the gateway answered and before the answer came', async () => {
    const stop = wallet.wire.stop('answer', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.drop()
    await expectOnce(id)
    expect(posts()).toHaveLength(1)
  })

  test('between the legs of a redeem, whose screen is open', async () => {
    const id = await begin({ verb: 'redeem', walletId: payer.id, amount: '3' })
    const between = await until('the first leg', async () =>
      (await storedIntents(wallet)).find((each) => each.id === id && each.state === 'accepted'),
    )
    expect(between).toMatchObject({ terminal: false })
    const screen = await screenOf(id)
    await wallet.killWorker()
    await screen.says('Settled')
    await screen.close()
    const end = await payment(wallet, id, isOver)
    expect(end.transaction).toMatchObject({ type: 'REDEEM', status: 'SETTLED' })
    expect(posts()).toHaveLength(1)
    const after = await books()
    expect([after.mined - before.mined, after.operator - before.operator]).toEqual([1, 1])
    expect(after.payer).toEqual([
      String(Number(before.payer[0]) + 3),
      String(Number(before.payer[1]) - 3),
      before.payer[2],
    ])
  })
})

test.each([['restarted before the answer came', 'restart', 'answer', 1]] as const)(
  'the browser is %s: nothing is sent until it is unlocked, then it goes on',
  async (_, how, where, calls) => {
    const stop = wallet.wire.stop(where, isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet[how]()
    stop.drop()
    expect(await wallet.ask('vault.state')).toMatchObject({ state: 'locked' })
    await ring(wallet, 'unsettled')
    await expect(wallet.ask('money.look', { id })).rejects.toMatchObject({ code: 'locked' })
    expect(posts()).toHaveLength(1)
    const screen = await screenOf(id)
    await screen.unlock()
    await screen.says('Settled')
    await screen.close()
    await expectOnce(id)
    expect(posts()).toHaveLength(calls)
  },
)

test('the gateway is killed before the call reached it', async () => {
  const stop = wallet.wire.stop('request', isMoneyCall)
  const id = await begin(transferOrder())
  await stop.reached
  await gateway.kill()
  stop.open()
  expect(await payment(wallet, id, ({ state }) => state === 'unknown')).toMatchObject({
    failure: { code: 'unreachable' },
  })
  await gateway.start()
  await pauseOver(id)
  await expectOnce(id)
})
