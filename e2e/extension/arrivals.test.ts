import { encodeFunctionData, erc20Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Wallet as Account } from '#shared/model/wallet.ts'
import { shortenAddress } from '#shared/ui/kit/shorten-address.ts'
import { type Hands, handsOn } from './hands.ts'
import { ring } from './harness/payments.ts'
import { type RealGateway, startRealGateway } from './harness/real-gateway.ts'
import { until } from './harness/until.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

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
  await allowNotifications()
  const shown = {
    lock: { idleMinutes: 15, capHours: 12 },
    appearance: 'system',
    hideConfidential: false,
    notifications: true,
  }
  await wallet.run(`chrome.storage.local.set({ settings: ${JSON.stringify(shown)} })`)
  // From here on, what comes in is news.
  await ring(wallet, 'arrivals')
  await until('a first look', async () => Object.keys(await heard()).length > 0)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})
beforeEach(async () => {
  wallet.wire.calm()
  for (const name of await told()) await wallet.run(`chrome.notifications.clear(${JSON.stringify(name)})`)
})

/** The prompt cannot be pressed, but the profile holds its answer already. */
async function allowNotifications(): Promise<void> {
  const cdp = await wallet.context().newCDPSession(wallet.page())
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: `chrome.permissions.request({ permissions: ['notifications'] })`,
    userGesture: true,
    awaitPromise: true,
  })
  await cdp.detach()
  expect(result.value).toBe(true)
}

type Heard = Record<string, { known: object; unseen: string[] }>
const heard = async () =>
  (await wallet.run<{ arrivals?: Heard }>(`chrome.storage.local.get('arrivals')`)).arrivals ?? {}
const badge = () => wallet.run<string>('chrome.action.getBadgeText({})')
const told = async () => Object.keys(await wallet.run<object>('chrome.notifications.getAll()'))
const streams = () => wallet.wire.seen.filter(({ path }) => path.endsWith('/events'))

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

describe('while somebody looks', () => {
  test.each([
    ['popup.html', 'Home', payHidden, 3_500_000n, '+3.5'],
    ['dashboard.html#/activity', 'Activity', payPublic, 2_250_000n, '+2.25'],
  ] as const)(
    'in %s a payment appears without a reload, with its amount and who paid',
    async (at, title, pay, units, amount) => {
      wallet.wire.flush()
      const page = await wallet.open(at)
      const hands = handsOn(page)
      await hands.at(title)
      await until('the stream', () => streams().length > 0)
      await page.evaluate('globalThis.same = true')
      await pay(units)
      const shown = row(hands, amount)
      await shown.waitFor()
      expect(await shown.innerText()).toContain(shortenAddress(payer.address))
      expect(await page.evaluate('globalThis.same')).toBe(true)
      await until('it is told', async () => (await told()).length === 1)
      expect(await badge()).toBe('')
      await page.close()
    },
  )
})
