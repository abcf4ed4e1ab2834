import type { Page } from 'playwright'
import { encodeFunctionData, erc20Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Wallet as Account } from '#shared/model/wallet.ts'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { releaseTest } from '../release-test.ts'
import { type Hands, handsOn } from './hands.ts'
import { badge, rings, told, turnNotificationsOn } from './harness/notifications.ts'
import { ring } from './harness/payments.ts'
import { type RealGateway, startRealGateway } from './harness/real-gateway.ts'
import { until } from './harness/until.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import type { Matches, Seen } from './harness/wire.ts'
import { flawsOf } from './looks.ts'

/** Money that comes in: from somebody of whom the gateway knows nothing, on a real chain, into a real browser. */
let gateway: RealGateway
let wallet: Wallet
let payee: Account
let payer: PrivateKeyAccount

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([startRealGateway(), openWallet()])
  payer = await gateway.testnet.money.wallet(500_000_000n, 500_000_000n)
  payee = (await gateway.api.createWallet({ type: 'custodial', label: 'Till' })).wallet
  await wallet.give(gateway.origin)
  await wallet.create()
  const { origin, apiKey } = gateway
  await wallet.ask('profile.add', { origin, name: 'Mine', apiKey })
  // From here on, what comes in is news.
  await turnNotificationsOn(wallet)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})
beforeEach(async () => {
  // A test that failed leaves its pages, whose stream would keep the next one waiting for its own.
  for (const page of wallet.context().pages()) if (/popup|dashboard/.test(page.url())) await page.close()
  wallet.wire.calm()
  for (const name of await told(wallet)) await wallet.run(`chrome.notifications.clear(${JSON.stringify(name)})`)
})

const streams = () => wallet.wire.seen.filter(isStream)

const payHidden = (units: bigint) => gateway.testnet.money.transfer(payer, payee.address as `0x${string}`, units)
const payPublic = (units: bigint) => {
  const args = [payee.address as `0x${string}`, units] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return gateway.testnet.money.send(payer, gateway.testnet.info.stable, data)
}

/** The row of the amount, in whatever list is on screen. */
const row = (hands: Hands, amount: string) =>
  hands
    .link(/^Received/)
    .locator('xpath=ancestor::li')
    .filter({ hasText: amount })

const isList = ({ path }: Seen) => /\/transactions\?/.test(path)
const isStream = ({ path }: Seen) => path.endsWith('/events')

/** Opens a screen, and waits until the gateway streams to it. */
async function openLive(path: string, title: string): Promise<{ page: Page; hands: Hands }> {
  wallet.wire.flush()
  const page = await wallet.open(path)
  const hands = handsOn(page)
  await hands.at(title)
  await until('the stream', () => streams().length > 0)
  await page.evaluate('globalThis.same = true')
  return { page, hands }
}
const isSame = (page: Page) => page.evaluate('globalThis.same === true')
const toldOnce = () => until('it is told', async () => (await told(wallet)).length === 1)
/** The notification and the badge are two events, without an order between them. */
const badged = (text: string) => until(`the badge is "${text}"`, async () => (await badge(wallet)) === text)

/** What a stream begins with makes the wallet read the list: until that is done it has no place in the stream. */
const eventTaken = () =>
  until(
    'an event was taken',
    async () => (await wallet.run<{ stream?: object }>(`chrome.storage.session.get('stream')`)).stream !== undefined,
  )

/** Whatever is asked for but the stream gets this answer. */
function busy(matches: Matches): void {
  const body = JSON.stringify({ ok: false, error: { code: 'overloaded', message: 'The gateway is busy.' } })
  wallet.wire.reply(matches, (response) => response.writeHead(503, { 'content-type': 'application/json' }).end(body))
}

describe('while somebody looks', () => {
  test('at the popup, a payment appears by the stream alone, with its amount, who paid, and the new balance', async () => {
    const { page, hands } = await openLive('popup.html', 'Home')
    await until('the first look', () => wallet.wire.seen.some(isList))
    await eventTaken()
    await page.getByText('First steps').waitFor()
    busy(isList)
    await payHidden(3_500_000n)
    const shown = row(hands, '+3.5')
    await shown.waitFor()
    expect(await shown.innerText()).toContain(shortenAddress(payer.address))
    // The row is drawn before it is noted as news.
    await shown.getByText('New', { exact: true }).waitFor()
    await hands.hears('A payment was received.')
    await page.locator('.balance').getByText('3.50', { exact: true }).first().waitFor()
    expect(await isSame(page)).toBe(true)
    await toldOnce()
    await badged('')
    await page.close()
  })

  releaseTest('at the activity of a tab, the same', async () => {
    const { page, hands } = await openLive('dashboard.html#/activity', 'Activity')
    await payPublic(2_250_000n)
    await row(hands, '+2.25').waitFor()
    expect(await isSame(page)).toBe(true)
    await row(hands, '+2.25').getByRole('link').click()
    await hands.at('Received')
    await hands.sees('Time of the block')
    expect(await flawsOf(page, 'received')).toEqual([])
    await hands.goTo('Activity')
    await row(hands, '+2.25').waitFor()
    expect(await row(hands, '+2.25').getByText('New', { exact: true }).count(), 'it was opened').toBe(0)
    await row(hands, '+2.25').getByRole('link').click()
    await hands.press('Download the receipt')
    await hands.hears('The receipt was downloaded.')
    await page.close()
  })

  releaseTest('at several pages at once, one stream serves them all, and it is told once', async () => {
    const { page, hands } = await openLive('popup.html', 'Home')
    const others = [await wallet.open('dashboard.html'), await wallet.open('dashboard.html#/activity')]
    await handsOn(others[1] ?? page).at('Activity')
    await payPublic(1_125_000n)
    for (const each of [page, ...others]) await row(handsOn(each), '+1.125').waitFor()
    await row(hands, '+1.125').waitFor()
    await toldOnce()
    expect(streams()).toHaveLength(1)
    for (const each of [page, ...others]) await each.close()
  })

  test('at a gateway that was ended in between, what came in meanwhile follows where the stream was left', async () => {
    const { page, hands } = await openLive('popup.html', 'Home')
    await eventTaken()
    await gateway.kill()
    await payPublic(1_375_000n)
    await gateway.start()
    await row(hands, '+1.375').waitFor()
    expect(await isSame(page)).toBe(true)
    await until('the stream again', () => streams().some(({ headers }) => headers['last-event-id'] !== undefined))
    await toldOnce()
    await page.close()
  })

  releaseTest('behind a proxy that passes no stream on, polling shows it', async () => {
    wallet.wire.reply(isStream, () => undefined)
    const { page, hands } = await openLive('popup.html', 'Home')
    await payPublic(1_250_000n)
    await row(hands, '+1.25').waitFor()
    expect(await isSame(page)).toBe(true)
    await page.close()
  })
})

describe('while nobody looks', () => {
  test('a payment is on the badge and told once, though the worker ends and looks again; whoever opens it has seen it', async () => {
    await payHidden(4_000_000n)
    await rings(wallet, 'it is on the badge', async () => (await badge(wallet)) === '+1')
    await toldOnce()
    const [name = ''] = await told(wallet)
    expect(name).toMatch(/^arrival:/)
    for (let again = 0; again < 2; again++) {
      await wallet.killWorker()
      wallet.wire.flush()
      await rings(wallet, 'another look', () => wallet.wire.seen.some(isList))
      await badged('+1')
      expect(await told(wallet)).toEqual([name])
    }
    const { page, hands } = await openLive('popup.html', 'Home')
    await row(hands, '+4').waitFor()
    await badged('')
    expect(await told(wallet)).toEqual([name])
    await page.close()
  })

  test('while the wallet is locked nothing is told and nothing asked; after the unlock it is', async () => {
    await wallet.ask('vault.lock')
    wallet.wire.flush()
    await payPublic(5_000_000n)
    await ring(wallet, 'arrivals')
    await until('the alarm went off', async () => {
      const alarms = await wallet.run<{ name: string }[]>('chrome.alarms.getAll()')
      return alarms.length === 0
    })
    expect(wallet.wire.seen).toEqual([])
    expect([await badge(wallet), await told(wallet)]).toEqual(['', []])
    await wallet.unlock()
    await rings(wallet, 'it is told', async () => (await told(wallet)).length === 1)
    await badged('+1')
  })
})
