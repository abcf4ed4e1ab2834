import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { pageFiles } from '../../dapp/page-files.ts'
import { openShop, type Shop } from '../../dapp/shop.ts'
import { openTill } from '../../dapp/till.ts'
import { until } from '../harness/until.ts'
import { answerAt, approve, ask, begin, events, find, order, times } from './dapp-page.ts'
import type { Gateways } from './gateways.ts'
import { listening } from './listen.ts'
import { type Site, serveSite } from './site.ts'
import type { Stage, Tab } from './stage.ts'

const CARD = 'sotto_requestAddressCard'

/** What a person and a shop go through, in either browser. */
export function tellStories(start: () => Promise<Gateways>, launch: () => Promise<Stage>): void {
  let gateways: Gateways
  let buyer: Client
  let stage: Stage
  let shop: Shop
  let wallets: { first: string; second: string }
  let profiles: { home: string; other: string }

  beforeAll(async () => {
    ;[stage, gateways] = await Promise.all([launch(), start()])
    buyer = gateways.buyer
    shop = await openShop(await openTill(gateways.shop), await pageFiles(), 0)
    const create = async (label: string) => (await buyer.createWallet({ type: 'custodial', label })).wallet.id
    wallets = { first: await create('Daily'), second: await create('Savings') }
    await buyer.fund({ walletId: wallets.first, amount: '200' })
    await buyer.mint({ walletId: wallets.first, amount: '200' })
    const { origin, keys } = gateways.home
    profiles = {
      other: await stage.connect(origin, keys.other, 'Other'),
      home: await stage.connect(origin, keys.home, 'Home'),
    }
  })

  afterAll(async () => {
    await stage?.close()
    await shop?.close()
    await gateways?.stop()
  })

  const confidential = async (id: string) => Number((await buyer.getWallet({ id })).balances.confidential.amount)
  const cardOf = async (id: string) => (await buyer.verifyNota({ nota: await notaOf(id) })).subject
  const notaOf = async (id: string) => (await buyer.getWalletNota({ id })).nota

  describe('the shop', () => {
    test('says what to do where the wallet is not enabled, and notices when it is', async () => {
      const page = await stage.open(shop.url)
      await order(page)
      await page.shows('Sotto is not installed, or not enabled here')
      await stage.enable(shop.url)
      await page.shows('Pay with Sotto')
      await page.close()
    })

    test('sells: approved in the wallet, told by the webhook, with a receipt that holds; and pays back to a card', async () => {
      const before = await confidential(wallets.first)
      const page = await stage.open(shop.url)
      await order(page)
      await page.press('Pay with Sotto')
      await (await stage.prompt()).press(/^Refuse/)
      await page.shows('You said no in the wallet')
      // The page hears of it before its window closes.
      await until('no prompt', async () => (await stage.prompts()) === 0)
      await page.press('Pay with Sotto')
      const asked = await stage.prompt()
      await approve(asked, [new URL(shop.url).host, 'Morrow & Clay', /Order \d+: morning cup, low bowl/], /^Pay 64\.5/)
      await page.shows('Paid. Thank you')
      const receipt = await page.run<string>(
        "fetch(document.querySelector('.receipt a').href).then((file) => file.text())",
      )
      expect(await buyer.verifyNota({ nota: receipt })).toMatchObject({ type: 'receipt', subject: { amount: '64.5' } })
      expect(await gateways.shop.verifyNota({ nota: receipt })).toMatchObject({ valid: true, type: 'receipt' })
      expect(await confidential(wallets.first)).toBe(before - 64.5)

      await page.press('Refund to my Sotto wallet')
      const prompt = await stage.prompt()
      await prompt.shows(new URL(shop.url).host)
      await prompt.shows(/Refund of order \d+: 64\.5 cSTABLE/)
      await prompt.press(/^Allow/)
      await page.shows('Paid back')
      await page.shows(((await cardOf(wallets.first)) as { address: string }).address)
      await until('the money', async () => (await confidential(wallets.first)) === before)
      await until('no prompt', async () => (await stage.prompts()) === 0)

      // A card that was given is not asked about again, until its buyer stops sharing.
      await page.shows('Address shared')
      await page.press('Stop sharing my address')
      await page.shows('Wallet found')
      expect(await stage.stored<{ capability: string }[]>('local', 'grants')).toMatchObject([
        { capability: 'sotto_payments' },
      ])
      await page.close()
    })
  })

  test('a page on another port of an enabled host hears nothing, and gets no answer', async () => {
    const [enabled, other] = await Promise.all([serveSite(), serveSite()])
    await stage.enable(enabled.origin)
    const page = await stage.open(`${other.origin}/`)
    expect(await page.run(listening(500))).toEqual([])
    await page.go(`${enabled.origin}/`)
    expect(await page.run(listening(0, 'announced'))).toContain('announced')
    await page.close()
    await Promise.all([enabled.close(), other.close()])
  })

  describe('while the prompt is open', () => {
    let site: Site
    let page: Tab
    let prompt: Tab
    let place: number

    beforeEach(async () => {
      site = await serveSite()
      await stage.enable(site.origin)
      page = await stage.open(`${site.origin}/`)
      await find(page)
      place = await begin(page, CARD)
      prompt = await stage.prompt()
      await prompt.shows(new URL(site.origin).host)
      return async () => {
        await page.close()
        await until('no prompt', async () => (await stage.prompts()) === 0)
        await site.close()
      }
    })

    const grantsHere = async () =>
      ((await stage.stored<{ origin: string }[]>('local', 'grants')) ?? []).filter(
        ({ origin }) => origin === site.origin,
      )

    test('closing the window is a no', async () => {
      await prompt.close()
      expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
      expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
    })

    test('the lock ends it, and nothing is granted afterwards', async () => {
      await stage.ask('vault.lock')
      expect(await answerAt(page, place)).toMatchObject({ code: 4900 })
      await until('no prompt', async () => (await stage.prompts()) === 0)
      await stage.unlock()
      expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
      expect(await grantsHere()).toEqual([])
    })

    test('another gateway ends it', async () => {
      await stage.ask('profile.select', { profileId: profiles.other })
      expect(await answerAt(page, place)).toMatchObject({ code: 4900 })
      expect(await grantsHere()).toEqual([])
      await stage.ask('profile.select', { profileId: profiles.home })
    })

    test('another primary wallet changes nothing of what was consented to', async () => {
      await prompt.shows('Daily')
      await setPrimary(wallets.second)
      await prompt.press(/^Allow/)
      expect(await answerAt(page, place)).toHaveProperty('value.nota', await notaOf(wallets.first))
      await setPrimary(wallets.first)
      expect(await ask(page, 'sotto_getAddressCard')).toHaveProperty('value.nota', await notaOf(wallets.first))
    })

    test('the worker may end: the page gets its answer once', async () => {
      await stage.endWorker()
      await prompt.press(/^Allow/)
      expect(await answerAt(page, place)).toHaveProperty('value.nota')
      await stage.endWorker()
      expect(await ask(page, 'sotto_getAddressCard')).toHaveProperty('value.nota')
      expect(await times(page, place)).toBe(1)
      expect(await grantsHere()).toHaveLength(1)
    })

    test.each([0, 20, 80])('and %i ms after Allow: one answer, one grant', async (ms) => {
      await prompt.press(/^Allow/)
      await new Promise((resolve) => setTimeout(resolve, ms))
      await stage.endWorker()
      // Cut off before it was written down, the question still stands, and the person answers it again.
      await until('an answer, or a prompt', async () => {
        if ((await stage.prompts()) > 0) await prompt.press(/^Allow/).catch(() => undefined)
        return (await times(page, place)) > 0
      })
      expect(await answerAt(page, place)).toHaveProperty('value.nota')
      const permissions = await ask(page, 'sotto_getPermissions')
      expect(permissions).toMatchObject({ value: [{ parentCapability: 'sotto_addressCard' }] })
      expect([await times(page, place), (await grantsHere()).length]).toEqual([1, 1])
      expect((await events(page)).filter(({ name }) => name === 'addressCardRevoked')).toEqual([])
    })
  })

  async function setPrimary(id: string): Promise<void> {
    const request = { endpoint: 'patchWallet', input: { id, isPrimary: true } }
    await stage.ask('gateway.write', { profileId: profiles.home, ...request })
    await stage.ask('gateway.refresh', { profileId: profiles.home, force: true })
  }
}
