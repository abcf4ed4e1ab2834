import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { goToScreen, handsOn } from './hands.ts'
import { storedIntents } from './harness/payments.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** One form in two pages: neither writes over what was typed in the other, and no review changes under a person's fingers. */
let gateway: Gateway
let wallet: Wallet
let one: Page
let other: Page

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { api, apiKey } = gateway.tester
  const { wallet: till } = await api.createWallet({ type: 'custodial', label: 'Till' })
  await api.fund({ walletId: till.id, amount: '100' })
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey })
  one = await wallet.open('popup.html#/mint')
  other = await wallet.open('dashboard.html#/mint')
  // A page that draws its form late fills it with the text that the test has typed into the other page.
  for (const page of [one, other]) await amount(page).waitFor()
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const amount = (page: Page) => page.getByLabel('Amount', { exact: true })
/** What the browser tells a page that a person turns to. */
const turnTo = (page: Page) => page.evaluate(`dispatchEvent(new Event('focus'))`)
const paste = (page: Page, text: string) =>
  page.locator('.nota-paste').evaluate((box, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
const payments = async () => (await gateway.tester.api.listTransactions({ type: 'MINT' })).items

test('whoever turns to the other page finds what was typed last, and goes on with it', async () => {
  await amount(one).fill('12')
  expect(await amount(other).inputValue(), 'nothing changes in a page by itself').toBe('')
  await turnTo(other)
  await expect.poll(() => amount(other).inputValue()).toBe('12')
  await amount(other).fill('34')
  await turnTo(one)
  await expect.poll(() => amount(one).inputValue()).toBe('34')
})

test('a review ends where its form was changed in the other page, and never shows another payment', async () => {
  await handsOn(one).press('Review')
  await handsOn(one).at('Review the mint')
  await turnTo(other)
  await amount(other).fill('56')
  await handsOn(other).press('Review')
  await handsOn(other).at('Review the mint')
  expect(await handsOn(one).button('Confirm and mint').count()).toBe(1)
  await one.getByText('34.00').first().waitFor()
  await turnTo(one)
  await handsOn(one).at('Mint')
  expect(await amount(one).inputValue()).toBe('56')
})

test('what was paid in one page is not offered once more in the other', async () => {
  await handsOn(other).press('Confirm and mint')
  await handsOn(other).link('Done').waitFor()
  await turnTo(one)
  await expect.poll(() => amount(one).inputValue()).toBe('')
  expect((await payments()).map((each) => each.amount)).toEqual(['56'])
})

test('Send in the navigation ends the review of a payment; what was typed stays, and the heading has the focus', async () => {
  const hands = handsOn(one)
  await hands.goTo('Send')
  await hands.at('Send')
  await hands.type('Address of the recipient', `0x${'b'.repeat(40)}`)
  await hands.choose(/^STABLE/)
  await hands.type('Amount', '7')
  await hands.press('Review')
  await hands.at('Review the payment')
  // Whoever comes to the button by Tab hears there what it does, the warning first.
  const about = await hands.button('Confirm and send').getAttribute('aria-describedby')
  const heard = await one.locator(`[id="${about}"]`).innerText()
  expect(heard).toMatch(/^You have not paid this address before.*7\.00/s)
  await hands.goTo('Send')
  await hands.at('Send')
  expect(await amount(one).inputValue()).toBe('7')
  await expect.poll(() => one.evaluate('document.activeElement?.textContent')).toBe('Send')
  expect(await one.evaluate('document.activeElement?.tagName')).toBe('H1')
})

test('the second click of a double one on Review does not confirm the payment, unread', async () => {
  const ids = async () => (await storedIntents(wallet)).map(({ id }) => id)
  const before = await ids()
  // However slow the machine is, the second click comes when its button is there.
  await one.evaluate(`
    new MutationObserver((_, observer) => {
      const confirm = [...document.querySelectorAll('button')].find((each) => each.innerText === 'Confirm and send')
      if (confirm === undefined) return
      observer.disconnect()
      confirm.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
      document.body.dataset.twice = ''
    }).observe(document, { childList: true, subtree: true })`)
  const hands = handsOn(one)
  await hands.button('Review').dblclick()
  await one.locator('body[data-twice]').waitFor()
  await hands.at('Review the payment')
  await hands.press('Change')
  await hands.at('Send')
  expect(await ids()).toEqual(before)
})

test('a press of Pay does not pay what the other page left while it was under way', async () => {
  const { api } = gateway.tester
  const till = (await api.createWallet({ type: 'custodial', label: 'Choir' })).wallet.id
  const { request } = await api.createRequest({ walletId: till, token: 'STABLE' })
  const { nota } = await api.getRequestNota({ id: request.id })
  const paid = async () => (await api.listTransactions({ type: 'TRANSFER' })).items.map((each) => each.amount)
  for (const page of [one, other]) await goToScreen(page, 'pay')
  await paste(other, nota)
  await amount(other).fill('1')
  await turnTo(one)
  await handsOn(one)
    .button(/^Pay 1\.00/)
    .waitFor()
  await amount(other).fill('9')
  // A press focuses the window first; the form then takes the amount from the other page, before the click.
  const ended = one.evaluate(`new Promise((resolve) => {
    const pay = document.querySelector('.buttons-foot .button-main')
    new MutationObserver(() => {
      pay.click()
      setTimeout(() => resolve([pay.textContent, pay.ariaBusy]))
    }).observe(pay, { subtree: true, characterData: true, childList: true })
    dispatchEvent(new Event('focus'))
  })`)
  expect(await ended).toEqual(['Pay 9.00 STABLE', null])
  await handsOn(one).press(/^Pay 9/)
  await handsOn(one).sees('Settled')
  expect(await paid()).toEqual(['9'])
})
