import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serveGateway } from '../../accounts/gateway.ts'
import { goToScreen, handsOn } from '../hands.ts'
import { until } from '../harness/until.ts'
import { flawsOf } from '../looks.ts'
import { answerAt, ask, begin, find, times } from './dapp-page.ts'
import { openScene, type Scene } from './scene.ts'
import type { Tab } from './stage.ts'

const PAYMENT = 'sotto_requestPayment'
const MEMO = 'Order 1042: one morning cup, ash glaze, and a low bowl with an iron rim, wrapped and sent to Lisbon'

let scene: Scene
let stage: Scene['stage']
let api: Scene['gateway']['tester']['api']
let till: string

beforeAll(async () => {
  scene = await openScene({ direct: true })
  stage = scene.stage
  api = scene.gateway.tester.api
  await api.fund({ walletId: scene.walletId, amount: '500' })
  await api.mint({ walletId: scene.walletId, amount: '500' })
  till = (await api.createWallet({ type: 'custodial', label: 'Till' })).wallet.id
})
afterAll(() => scene?.close())

/** A test that failed halfway must not stand in the way of the next. */
afterEach(async () => {
  if ((await stage.prompts()) > 0) await (await stage.prompt()).close()
})

/** A request of the shop, as its server makes it, and how often it was paid. */
async function made(part: Partial<Parameters<typeof api.createRequest>[0]> = {}) {
  const { request } = await api.createRequest({ walletId: till, amount: '28', memo: MEMO, label: 'Kiln & Co', ...part })
  const { nota } = await api.getRequestNota({ id: request.id })
  const payments = async () => (await api.listTransactions({ pageSize: 100 })).items.filter(isOf(request.id))
  return { request, nota, payments }
}
const isOf =
  (id: string) =>
  ({ requestId }: { requestId?: string | undefined }) =>
    requestId === id

/** A page of a new site that asks for its payment, and the window. */
async function asked(request: string) {
  const { page, site } = await scene.openSite()
  const place = await begin(page, PAYMENT, [{ request }])
  const prompt = await stage.prompt()
  return { page, site, place, prompt }
}

/** Pay becomes active once the whole request was on screen. */
async function readWhole(prompt: Tab): Promise<void> {
  await prompt.shows('Balance afterwards')
  await prompt.run('scrollTo(0, document.documentElement.scrollHeight)')
}

describe('a page that asks for a payment', () => {
  test('the window says who asks, who signed, what for and what is left; Pay pays once, and the page hears of it alone', async () => {
    const { nota, payments } = await made()
    const { page, site, place, prompt } = await asked(nota)
    for (const said of [new URL(site.origin).host, '28.00', MEMO, 'Kiln & Co', 'Your gateway', 'Daily'])
      await prompt.shows(said)
    expect(await flawsOf(stage.pageOf(prompt), 'payment')).toEqual([])
    await stage.pageOf(prompt).setViewportSize({ width: 380, height: 600 })
    // A second press of the same hand comes too late.
    await readWhole(prompt)
    await stage.pageOf(prompt).getByRole('button', { name: 'Pay 28.00 cSTABLE' }).dblclick()
    expect(await answerAt(page, place)).toEqual({ value: { status: 'settled' } })
    expect(await ask(page, PAYMENT, [{ request: nota }])).toEqual({ value: { status: 'settled' } })
    expect([(await payments()).length, await times(page, place)]).toEqual([1, 1])
    await scene.noPrompt()
    await page.close()
  })

  test('gets the receipt where that was ticked, and the receipt holds', async () => {
    const { request, nota } = await made({ memo: 'Two cups' })
    const { page, place, prompt } = await asked(nota)
    await stage.pageOf(prompt).getByLabel('Give the site the receipt').check()
    await prompt.press(/^Pay 28/)
    const came = (await answerAt(page, place)) as { value: { receipt: string } }
    const receipt = await api.verifyNota({ nota: came.value.receipt })
    expect(receipt).toMatchObject({ type: 'receipt', valid: true, subject: { amount: '28', to: request.address } })
    await page.close()
  })

  test('is told of a no, and nothing is paid', async () => {
    const { nota, payments } = await made()
    const { page, place, prompt } = await asked(nota)
    await prompt.press(/^Refuse/)
    expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
    expect(await payments()).toEqual([])
    await scene.noPrompt()
    await page.close()
  })

  test('the lock ends the question; asked while locked, it is paid after the unlock and a consent', async () => {
    const { nota, payments } = await made()
    const { page, place, prompt } = await asked(nota)
    await prompt.shows(MEMO)
    await stage.ask('vault.lock')
    expect(await answerAt(page, place)).toMatchObject({ code: 4900 })
    await scene.noPrompt()
    const second = await begin(page, PAYMENT, [{ request: nota }])
    const locked = await stage.prompt()
    await locked.shows('asks for a payment')
    expect(await payments()).toEqual([])
    await stage.unlock()
    await readWhole(locked)
    await locked.press(/^Pay 28/)
    expect(await answerAt(page, second)).toEqual({ value: { status: 'settled' } })
    expect(await payments()).toHaveLength(1)
    await page.close()
  })

  test('a request that is cancelled while the window is open cannot be paid, and the window says why', async () => {
    const { request, nota, payments } = await made()
    const { page, place, prompt } = await asked(nota)
    await readWhole(prompt)
    await until('Pay is active', () =>
      stage
        .pageOf(prompt)
        .getByRole('button', { name: /^Pay 28/ })
        .isEnabled(),
    )
    await api.cancelRequest({ id: request.id })
    await prompt.press(/^Pay 28/)
    await stage.pageOf(prompt).getByRole('alert').waitFor()
    await prompt.shows('was cancelled')
    expect([await payments(), await times(page, place)]).toEqual([[], 0])
    await prompt.press(/^Refuse/)
    expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
    await page.close()
  })
})

test('of a request that nobody known signed the window warns; it is paid at its address', async () => {
  const other = await serveGateway()
  const theirs = await other.tester.api.createWallet({ type: 'custodial' })
  const { request } = await other.tester.api.createRequest({
    walletId: theirs.wallet.id,
    amount: '5',
    label: 'Your bank',
  })
  const { nota } = await other.tester.api.getRequestNota({ id: request.id })
  await other.close()
  const { page, place, prompt } = await asked(nota)
  await prompt.shows('Nobody known here vouches for this request')
  await readWhole(prompt)
  await prompt.press(/^Pay 5/)
  expect(await answerAt(page, place)).toEqual({ value: { status: 'settled' } })
  const { items } = await api.listTransactions({ pageSize: 100 })
  expect(items.filter(({ to }) => to === request.address)).toMatchObject([{ amount: '5', status: 'SETTLED' }])
  await page.close()
})

test('the page of a request finds the wallet and pays by it', async () => {
  const { request, payments } = await made({ amount: undefined, memo: 'For the choir' })
  const { origin } = scene.gateway
  await stage.enable(origin)
  const page = await stage.open(`${origin}${new URL(request.url).pathname}`)
  await page.press('Pay with Sotto')
  const prompt = await stage.prompt()
  await prompt.shows('leaves the amount to you')
  await stage.pageOf(prompt).getByLabel('Amount', { exact: true }).fill('7.5')
  await prompt.press(/^Pay 7.5/)
  await page.shows(/Paid|Sent/)
  // It reloads once more until then, and Chromium never closes a page that was reloading at the time.
  await page.shows('The money has come in.')
  expect((await payments()).map(({ amount }) => amount)).toEqual(['7.5'])
  await stage.ask('site.disable', { origin })
  await page.close()
})

test('what is no request is not asked about', async () => {
  const { page } = await scene.openSite()
  await find(page)
  for (const params of [[{ request: 'scribble' }], [{ request: 'a.b.c', amount: '1' }], [{}], []])
    expect(await ask(page, PAYMENT, params)).toMatchObject({ code: -32602 })
  expect(await stage.prompts()).toBe(0)
  await page.close()
})

describe('in the wallet itself', () => {
  const POPUP = { width: 384, height: 600 }

  /** A screen of the popup, by its address. */
  async function popupAt(hash: string) {
    const page = await stage.context.newPage()
    await page.setViewportSize(POPUP)
    await page.goto(`${stage.url('popup.html')}#/${hash}`)
    return { page, hands: handsOn(page) }
  }

  test('a request is made, found again by its link and in the list, and cancelled', async () => {
    const { page, hands } = await popupAt('requests?make')
    await hands.at('Ask for an amount')
    const flaws = await flawsOf(page, 'make a request')
    await page.setViewportSize(POPUP)
    await hands.type('Amount', '12.5')
    await page.getByLabel('What for').fill('A bud vase')
    await hands.press('Make the request')
    await hands.sees('Whoever has the link can see the request and pay it.')
    flaws.push(...(await flawsOf(page, 'a request')))
    const { items } = await api.listRequests({ pageSize: 1 })
    expect(items).toMatchObject([{ amount: '12.5', memo: 'A bud vase', status: 'OPEN', token: 'cSTABLE' }])
    await hands.sees(items[0]?.url ?? 'none')
    await hands.press('Cancel the request')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click()
    await hands.sees('Cancelled')
    await page.goto(`${stage.url('popup.html')}#/requests`)
    await hands.sees('A bud vase')
    flaws.push(...(await flawsOf(page, 'the list of requests')))
    expect(flaws).toEqual([])
    expect((await api.getRequest({ id: items[0]?.id ?? '' })).request.status).toBe('CANCELLED')
    await page.close()
  })

  test('a request is paid by the link of its page, which is then said to be paid', async () => {
    const { request, nota, payments } = await made({ memo: 'By hand' })
    // A page under another name of this machine is that of the same gateway.
    const link = `${scene.gateway.origin.replace('localhost', '127.0.0.1')}${new URL(request.url).pathname}`
    const { page, hands } = await popupAt('pay')
    const paste = async (text: string) => {
      await hands.at('Pay a request')
      await page.locator('.nota-paste').evaluate((box, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    }
    await paste(link)
    await hands.sees('By hand')
    const flaws = await flawsOf(page, 'pay a request')
    await page.setViewportSize(POPUP)
    await hands.press(/^Pay 28/)
    await hands.sees('Settled')
    expect(await payments()).toHaveLength(1)
    await page.goto(`${stage.url('popup.html')}#/pay`)
    await paste(link)
    await hands.sees('This request has ended')
    await hands.press('Another request')
    await paste(nota)
    await hands.sees('You have paid this request')
    flaws.push(...(await flawsOf(page, 'a request that is paid')))
    expect(await hands.button(/^Pay/).count()).toBe(0)
    expect(flaws).toEqual([])
    await page.close()
  })

  test('a wallet that was chosen and is gone is said to be gone; no other one pays before it was chosen', async () => {
    const { nota, payments } = await made({ memo: 'From another' })
    const { page, hands } = await popupAt('home')
    const draft = { text: nota, walletId: 'gone', amount: '', payment: crypto.randomUUID() }
    await page.evaluate(`chrome.storage.local.get('profiles').then(({ profiles }) =>
      chrome.storage.session.set({ ['draft pay ' + profiles.active]: ${JSON.stringify(draft)} }))`)
    await goToScreen(page, 'pay')
    await hands.sees('The wallet that you chose is not among yours any more.')
    const flaws = await flawsOf(page, 'a wallet that is gone')
    await page.setViewportSize(POPUP)
    expect(await hands.button('Pay').isDisabled()).toBe(true)
    await page.getByLabel('From wallet').selectOption(scene.walletId)
    await hands.press(/^Pay 28/)
    await hands.sees('Settled')
    expect(await payments()).toMatchObject([{ walletId: scene.walletId }])
    expect(flaws).toEqual([])
    await page.close()
  })
})
