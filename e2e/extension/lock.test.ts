import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../gateway/testing/how-often.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { releaseTest } from '../release-test.ts'
import { handsOn } from './hands.ts'
import { ring } from './harness/payments.ts'
import { everythingStored, rememberedBy, shownBy } from './harness/traces.ts'
import { until } from './harness/until.ts'
import { openWallet, WALLET_PASSWORD, type Wallet } from './harness/wallet.ts'

const MINUTE = 60_000
const LABEL = 'Rainy-day chest'
const NOTA = 'nota-text-that-is-nobodys-business'

let gateway: Gateway
let wallet: Wallet
let profileId: string

beforeAll(async () => {
  gateway = await serveGateway()
  const { api, apiKey } = gateway.tester
  const { id } = (await api.createWallet({ type: 'custodial', label: LABEL })).wallet
  await api.fund({ walletId: id, amount: '654.321' })
  wallet = await openWallet()
  await wallet.give(gateway.origin)
  await wallet.create()
  const { origin } = gateway
  profileId = (await wallet.ask<{ id: string }>('profile.add', { origin, name: 'Mine', apiKey })).id
  await wallet.ask('nota.save', { profileId, kind: 'receipt', name: 'a.nota', text: NOTA })
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const state = async () => (await wallet.ask<{ state: string }>('vault.state')).state
const dataKey = () =>
  wallet.run<string | undefined>(`chrome.storage.session.get('unlocked').then((all) => all.unlocked?.dataKey)`)
const passed = (when: 'activeAt' | 'unlockedAt', ms: number) =>
  wallet.run(`chrome.storage.session.get('unlocked').then(({ unlocked }) =>
    chrome.storage.session.set({ unlocked: { ...unlocked, ${when}: unlocked.${when} - ${ms} } }))`)

describe('it locks', () => {
  /** Those that the browser's end closed are opened again; the others stay, locked and unlocked with the wallet. */
  let pages: Page[] = []
  let secrets: Record<string, string>
  beforeEach(async () => {
    if ((await state()) === 'locked') await wallet.unlock()
    if (pages.every((each) => each.isClosed()))
      pages = [await wallet.open('popup.html'), await wallet.open('dashboard.html')]
    for (const page of pages) await page.getByText('654.321').first().waitFor()
    const key = (await dataKey()) ?? ''
    secrets = { 'data key': key, 'API key': gateway.tester.apiKey, nota: NOTA, label: LABEL, amount: '654.321' }
    expect(key).toHaveLength(44)
  })
  /** Which of them stand in a text. */
  const found = (text: string) => Object.keys(secrets).filter((name) => text.includes(secrets[name] ?? ''))

  /** Locked to anyone who asks, in every page that is open, and nothing is left to be read anywhere. */
  async function expectLocked(): Promise<void> {
    await until('the lock', async () => (await state()) === 'locked')
    const open = pages.filter((each) => !each.isClosed())
    for (const page of open) {
      await handsOn(page).at('Welcome back')
      expect(found(await shownBy(page))).toEqual([])
    }
    // Pages of one extension share a heap: one look at it sees what any of them remembers.
    const [any] = open
    const remembered = any === undefined ? '' : await rememberedBy(wallet.context(), any)
    expect(found(remembered)).not.toContain('data key')
    expect(found(remembered)).not.toContain('API key')
    const stored = await everythingStored(wallet)
    expect(stored).toContain(profileId)
    expect(found(stored)).toEqual([])
    for (const [name, input] of asking) await expect(wallet.ask(name, input)).rejects.toMatchObject({ code: 'locked' })
    await until('no alarm is left', async () => (await wallet.run<object[]>('chrome.alarms.getAll()')).length === 0)
  }

  const asking: [string, object][] = [
    ['gateway.refresh', { profileId: '', force: true }],
    ['gateway.read', { profileId: '', endpoint: 'listWallets', input: {} }],
    ['money.begin', { profileId: '', order: { verb: 'fund', walletId: 'w', amount: '1' } }],
    ['money.list', { profileId: '' }],
    ['nota.list', { profileId: '' }],
    ['activity.cached', { profileId: '', limit: 10 }],
  ]
  beforeAll(() => {
    for (const [, input] of asking) Object.assign(input, { profileId })
  })

  test('what an unlocked wallet knows is found where it is, so that its absence means something', async () => {
    expect(found(await everythingStored(wallet))).toContain('data key')
    const marks: string[] = []
    for (const [index, page] of pages.entries()) {
      expect(found(await shownBy(page))).toEqual(['label', 'amount'])
      marks.push(`only page ${index} was told`)
      await page.evaluate(`globalThis.told = 'only page ${index} was told'`)
    }
    const [any] = pages
    const remembered = any === undefined ? '' : await rememberedBy(wallet.context(), any)
    // While the wallet is unlocked, each change of its state passes by every page, with the data key in it.
    expect(found(remembered).filter((name) => name !== 'data key')).toEqual(['label', 'amount'])
    for (const mark of marks) expect(remembered.includes(mark), mark).toBe(true)
  })

  test('after a quarter of an hour in which nobody did anything, when its alarm goes off', async () => {
    await passed('activeAt', 15 * MINUTE)
    await ring(wallet, 'lock')
    await expectLocked()
  })

  releaseTest('after that time also where no alarm went off: anyone who asks next finds it locked', async () => {
    await passed('activeAt', 15 * MINUTE)
    await wallet.killWorker()
    await expect(wallet.ask('money.list', { profileId })).rejects.toMatchObject({ code: 'locked' })
    await expectLocked()
  })

  releaseTest('half a day after the unlock, however busy', async () => {
    await passed('unlockedAt', 12 * 60 * MINUTE)
    await ring(wallet, 'lock')
    await expectLocked()
  })

  test('with the screen of the computer', async () => {
    await wallet.ask('vault.state')
    await wallet.context().serviceWorkers()[0]?.evaluate(`chrome.idle.onStateChanged.dispatch('locked')`)
    await expectLocked()
  })

  test('by hand', async () => {
    const [popup] = pages
    if (popup !== undefined) await handsOn(popup).press('Lock the wallet')
    await expectLocked()
  })

  test('when the browser is closed', async () => {
    await wallet.restart()
    await expectLocked()
  })

  test('not when the screen saver starts, not while somebody is there, not when its worker ends', async () => {
    await wallet.context().serviceWorkers()[0]?.evaluate(`chrome.idle.onStateChanged.dispatch('idle')`)
    await passed('activeAt', 14 * MINUTE)
    await wallet.ask('vault.touch')
    await passed('activeAt', 14 * MINUTE)
    await ring(wallet, 'lock')
    await wallet.killWorker()
    expect(await state()).toBe('unlocked')
    for (const page of pages) await page.close()
  })
})

describe.each(isLong ? ['wrong'] : [])('%s passwords', () => {
  const wrong = () => wallet.unlock('not the password')
  const lastTried = (ms: number) =>
    wallet.run(`chrome.storage.local.get('attempts').then(({ attempts }) =>
      chrome.storage.local.set({ attempts: { ...attempts, lastAt: attempts.lastAt - ${ms} } }))`)
  /** However slow the machine is: the pause after a try in the future begins with the next look. */
  const justTried = () => lastTried(-10 * MINUTE)

  test('soon have to wait, also after the worker died and the browser was restarted', async () => {
    if ((await state()) === 'unlocked') await wallet.ask('vault.lock')
    await expect(wrong()).rejects.toMatchObject({ code: 'wrong_password' })
    await wallet.killWorker()
    await expect(wrong()).rejects.toMatchObject({ code: 'wrong_password' })
    await wallet.restart()
    await expect(wrong()).rejects.toMatchObject({ code: 'wrong_password' })
    await wallet.restart()
    await justTried()
    await expect(wrong()).rejects.toMatchObject({ code: 'throttled' })
    await justTried()
    await expect(wallet.unlock()).rejects.toMatchObject({ code: 'throttled' })

    await justTried()
    const page = await wallet.open('popup.html')
    await page.getByRole('timer').waitFor()
    await page.close()

    await lastTried(5_000)
    await expect(wrong()).rejects.toMatchObject({ code: 'wrong_password' })
    await justTried()
    await expect(wallet.unlock()).rejects.toMatchObject({ code: 'throttled' })
    await lastTried(10_000)
    await wallet.unlock()
    expect(await wallet.ask('vault.state')).toMatchObject({ state: 'unlocked', throttledFor: 0 })
  })
})

test('the page in which the password was typed forgets it, too', async () => {
  await wallet.ask('vault.lock')
  const page = await wallet.open('dashboard.html')
  const hands = handsOn(page)
  await hands.type('Wallet password', WALLET_PASSWORD)
  expect(await shownBy(page)).toContain(WALLET_PASSWORD)
  await hands.press('Unlock')
  await hands.at('Home')
  const key = await dataKey()
  await wallet.ask('vault.lock')
  await hands.at('Welcome back')
  const remembered = await rememberedBy(wallet.context(), page)
  expect(remembered.includes(WALLET_PASSWORD), 'the password').toBe(false)
  expect(remembered.includes(key ?? ''), 'the data key').toBe(false)
  await page.close()
  await wallet.unlock()
})

test('what was known before is shown again after the unlock, before the gateway answers', async () => {
  await wallet.ask('vault.lock')
  const stop = wallet.wire.reply(
    ({ origin }) => origin === gateway.origin,
    (response) => response.destroy(),
  )
  await wallet.unlock()
  const page = await wallet.open('popup.html')
  await page.getByText('654.321').first().waitFor()
  stop()
  await page.close()
})
