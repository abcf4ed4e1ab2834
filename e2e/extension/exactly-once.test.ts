import { describe, expect, test } from 'vitest'
import { isLong } from '../../gateway/testing/how-often.ts'
import { releaseTest } from '../release-test.ts'
import {
  aWalletThatPays,
  begin,
  expectNever,
  expectOnce,
  gateway,
  isOver,
  pauseOver,
  posts,
  screenOf,
  taken,
  transferOrder,
  wallet,
} from './exactly-once-fixture.ts'
import { isMoneyCall, payment, rewriteIntent, ring, storedIntents } from './harness/payments.ts'
import { until } from './harness/until.ts'

aWalletThatPays()

/**
 * Kills where the browser, its alarms or the disk decide. All orders of kills, losses and delays are played through without
 * one by `extension/intents/histories.test.ts`; more of them in a browser by `exactly-once.long.test.ts`.
 */
describe('the worker is killed', () => {
  releaseTest('before its call got through', async () => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await wallet.killWorker()
    stop.drop()
    expect(await storedIntents(wallet)).toContainEqual(expect.objectContaining({ id, state: 'sending', sent: 1 }))
    await expectOnce(id)
    expect(posts()).toHaveLength(2)
  })

  test('while the gateway waits for the chain; the alarm wakes the next one', async () => {
    await gateway.testnet.controls.setAutomine(false)
    const id = await begin(transferOrder('cSTABLE'))
    await taken(id)
    await wallet.killWorker()
    await ring(wallet, 'unsettled')
    await until('it is found', async () =>
      (await storedIntents(wallet)).some((it) => it.id === id && it.state === 'accepted'),
    )
    await gateway.testnet.controls.setAutomine(true)
    await expectOnce(id, 'cSTABLE')
    expect(posts()).toHaveLength(1)
  })
})

releaseTest('the page that asked is closed before the call went out', async () => {
  const stop = wallet.wire.stop('request', isMoneyCall)
  const page = await wallet.open('icon/sotto.svg')
  const id = await begin(transferOrder(), page)
  await page.close()
  await stop.reached
  stop.open()
  await expectOnce(id)
  expect(posts()).toHaveLength(1)
})

test.each(['restarted', 'killed'] as const)(
  'the browser is %s before the call got through: nothing is sent until it is unlocked, then it goes on',
  async (end) => {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await (end === 'killed' ? wallet.crash() : wallet.restart())
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
    expect(posts()).toHaveLength(2)
  },
)

test('the gateway is killed in the middle of the call', async () => {
  await gateway.testnet.controls.setAutomine(false)
  const id = await begin(transferOrder('cSTABLE'))
  const screen = await screenOf(id)
  await screen.says('Being sent')
  await taken(id)
  await gateway.kill()
  await screen.says('Outcome not known yet')
  await gateway.testnet.controls.setAutomine(true)
  await gateway.start()
  await pauseOver(id)
  await screen.says('Settled')
  await screen.close()
  await expectOnce(id, 'cSTABLE')
})

describe.each(isLong ? ['after the ten minutes of the consent'] : [])('the gateway comes back %s', () => {
  /** A payment that never got through, and that somebody agreed to eleven minutes ago. */
  async function tooLate(): Promise<string> {
    const stop = wallet.wire.stop('request', isMoneyCall)
    const id = await begin(transferOrder())
    await stop.reached
    await gateway.kill()
    stop.open()
    await payment(wallet, id, ({ state }) => state === 'unknown')
    await wallet.killWorker()
    const longAgo = Date.now() - 11 * 60_000
    await rewriteIntent(wallet, id, { consentedAt: longAgo, sentAt: longAgo, notBefore: 0 })
    await gateway.start()
    wallet.wire.flush()
    await payment(wallet, id, ({ state }) => state === 'ask')
    await ring(wallet, 'unsettled')
    await wallet.killWorker()
    expect(await payment(wallet, id, ({ state }) => state === 'ask')).toMatchObject({ sent: 1, transaction: null })
    expect(posts()).toEqual([])
    return id
  }

  test('nothing is sent without asking; sent again it happens once', async () => {
    const id = await tooLate()
    const screen = await screenOf(id)
    await screen.says('Not sent')
    await screen.press('Send it now')
    await screen.says('Settled')
    await screen.close()
    await expectOnce(id)
    expect(posts()).toHaveLength(1)
  })

  test('nothing is sent without asking; discarded it never happens', async () => {
    const id = await tooLate()
    const screen = await screenOf(id)
    await screen.says('Not sent')
    await screen.press('Discard it')
    await screen.says('Discarded')
    await screen.close()
    await wallet.ask('money.sendAgain', { id })
    expect(await payment(wallet, id, isOver)).toMatchObject({ state: 'discarded' })
    expect(posts()).toEqual([])
    await expectNever(id)
  })
})
