import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTester } from '#gateway/testing/test-world.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { fileOf, type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** Contacts in a browser: by the keyboard alone, in two pages, and where somebody wants to be taken for one. */
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands

const ADA = `0x7a1b${'0'.repeat(32)}9c2d`
/** The same at both ends. */
const LIKE_ADA = `0x7a1b${'1'.repeat(32)}9c2d`
const BOB = `0x${'b'.repeat(40)}`

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { api, apiKey } = gateway.tester
  const { wallet: till } = await api.createWallet({ type: 'custodial', label: 'Till' })
  await api.fund({ walletId: till.id, amount: '100' })
  await api.mint({ walletId: till.id, amount: '50' })
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey })
  page = await wallet.open('dashboard.html')
  hands = handsOn(page)
  await lookNormal(page)
  await hands.at('Home')
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const names = async () => (await gateway.tester.api.listContacts({})).items.map(({ name }) => name)
const focused = (there: Locator) => there.evaluate((element) => element === document.activeElement)
const press = async (there: Locator) => {
  await hands.tabTo(there)
  await page.keyboard.press('Enter')
}
const fill = async (label: string, text: string) => {
  await hands.tabTo(hands.field(label))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

test('by the keyboard alone a contact is added, and the focus goes to the field that was refused', async () => {
  await press(page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name: 'Contacts' }))
  await hands.at('Contacts')
  await press(hands.link('Add a contact'))
  await hands.at('Add a contact')
  await fill('Address', ADA)
  await fill('Name', 'Ada')
  await page.keyboard.press('Enter')
  await hands.hears('The contact is added.')
  await press(hands.link('Add a contact'))
  await fill('Address', BOB)
  await fill('Name', 'АDА')
  await fill('Note', 'Half before')
  await press(hands.button('Save'))
  await hands.alarmed('The name looks like “Ada”, which is another contact.')
  await expect.poll(() => focused(hands.field('Name'))).toBe(true)
  expect(await flawsOf(page, 'a refused contact')).toEqual([])
  await hands.tabTo(hands.field('Name')).catch(() => undefined)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Bob')
  await page.keyboard.press('Enter')
  await hands.hears('The contact is added.')
  // What was said of the first one may still be there.
  await expect.poll(async () => (await names()).sort()).toEqual(['Ada', 'Bob'])
})

test('an address that is a contact already is refused at the address', async () => {
  await press(hands.link('Add a contact'))
  await fill('Address', ADA)
  await fill('Name', 'Somebody else')
  await page.keyboard.press('Enter')
  await hands.alarmed('The address is that of “Ada” already.')
  await expect.poll(() => focused(hands.field('Address'))).toBe(true)
  await press(hands.link('Back'))
  await hands.at('Contacts')
})

test('by the keyboard alone it is edited, paid and removed; the focus stays in the list', async () => {
  await press(hands.button('Edit Bob'))
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => focused(dialog.getByLabel('Name'))).toBe(true)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ada ')
  await page.keyboard.press('Enter')
  await hands.alarmed('The name looks like “Ada”, which is another contact.')
  await expect.poll(() => focused(dialog.getByLabel('Name'))).toBe(true)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Robert')
  await page.keyboard.press('Enter')
  await hands.button('Edit Robert').waitFor()
  await expect.poll(() => focused(hands.button('Edit Robert'))).toBe(true)
  await press(hands.button('Pay Robert'))
  await hands.at('Send')
  expect(await hands.field('Contact to pay').locator('option:checked').innerText()).toContain('Robert')
  await hands.goTo('Contacts')
  await press(hands.button('Edit Robert'))
  await press(dialog.getByRole('button', { name: 'Remove' }))
  await page.getByRole('heading', { name: 'Remove this contact?' }).waitFor()
  await press(dialog.getByRole('button', { name: 'Remove' }))
  await hands.hears('The contact is removed.')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => page.evaluate(`document.activeElement?.closest('main') !== null`)).toBe(true)
  await expect.poll(names).toEqual(['Ada'])
})

async function review(kind: string, how: () => Promise<void>): Promise<void> {
  // A review that is open ends where another screen is.
  await hands.goTo('Home')
  await hands.at('Home')
  await hands.goTo('Send')
  await hands.at('Send')
  await hands.choose(kind)
  await how()
  await hands.type('Amount', '1')
  await hands.press('Review')
  await hands.at('Review the payment')
}

test('an address with the ends of a contact’s is warned of by the name of the contact, both in full', async () => {
  await review('Address', () => hands.type('Address of the recipient', LIKE_ADA))
  await hands.sees('This address looks like another one that you know, but it is not the same')
  await hands.sees('Your contact Ada')
  const warned = page.locator('.notice-danger')
  const digits = (await warned.innerText()).replaceAll(/\s/g, '').toLowerCase()
  expect(digits).toContain(LIKE_ADA)
  expect(digits).toContain(ADA)
  expect(await flawsOf(page, 'a look-alike')).toEqual([])
})

test('so is a card that somebody labelled like a contact', async () => {
  const other = await createTester(gateway.world)
  const { wallet: theirs } = await other.api.createWallet({ type: 'custodial', label: 'АDА' })
  const { nota } = await other.api.getWalletNota({ id: theirs.id, label: 'true' })
  const { path, remove } = temporaryFolder()
  await review('Card', async () => {
    await hands.drop(fileOf(path, 'ada.nota', nota))
    await hands.sees('Signed by the wallet itself.')
  })
  await hands.sees('This recipient has the name of a contact, and another address')
  await hands.sees('Your contact Ada')
  remove()
})

test('a note that is written like a name and an address is read as a note of its own contact', async () => {
  const { api } = gateway.tester
  const note = `Ada · ${ADA} · Verified card`
  const { contact } = await api.createContact({ name: 'Carl', address: BOB, note })
  const list = await wallet.open('dashboard.html#/contacts')
  const row = list.getByRole('listitem').filter({ has: list.getByRole('button', { name: 'Pay Carl' }) })
  await row.getByText(note).waitFor()
  expect(await row.locator('.row-title').innerText()).toBe('Carl')
  expect((await row.locator('.address').innerText()).toLowerCase()).toMatch(/^0xbbbb/)
  expect(await row.locator('.tag').count()).toBe(0)
  await review('Contact', async () => {
    const carl = hands.field('Contact to pay').locator('option', { hasText: 'Carl' })
    await hands.field('Contact to pay').selectOption((await carl.getAttribute('value')) ?? '')
  })
  expect(await page.locator('main').innerText()).not.toContain('Verified card')
  await api.deleteContact({ id: contact.id })
  await list.close()
})

test('a contact that was removed in another page goes from this one, and from a review of it', async () => {
  const other = await wallet.open('popup.html#/contacts')
  await review('Contact', async () => {
    await hands.field('Contact to pay').selectOption({ index: 1 })
  })
  await hands.sees('One of your contacts')
  const list = await wallet.open('dashboard.html#/contacts')
  await handsOn(list).button('Pay Ada').waitFor()
  await handsOn(other).press('Edit Ada')
  await handsOn(other).press('Remove')
  await other.getByRole('heading', { name: 'Remove this contact?' }).waitFor()
  await handsOn(other).press('Remove')
  await handsOn(other).sees(/^No contact yet/)
  await handsOn(list).sees(/^No contact yet/)
  await hands.at('Send')
  await hands.sees('You have no contact yet.')
})

test('whom a payment went to is added without a word of it in the address bar', async () => {
  const { api } = gateway.tester
  const [till] = (await api.listWallets({})).wallets
  const { transaction } = await api.transfer({ walletId: till?.id ?? '', to: BOB, token: 'cSTABLE', amount: '1' })
  const there = await wallet.open(`dashboard.html#/transaction?id=${transaction.id}`)
  const theirs = handsOn(there)
  await theirs.press('Add to contacts')
  await theirs.at('Add a contact')
  expect((await theirs.field('Address').inputValue()).toLowerCase()).toBe(BOB)
  expect(there.url()).not.toContain('bbbb')
  // A popup is closed by a look elsewhere, and begins anew.
  await there.reload()
  await theirs.at('Add a contact')
  await expect.poll(() => theirs.field('Address').inputValue()).toMatch(/^0xb{40}$/i)
  await theirs.type('Name', 'Bakery')
  await theirs.choose('An address card')
  await theirs.choose('Their address')
  const { path, remove } = temporaryFolder()
  await theirs.drop(fileOf(path, 'bill.pdf', '%PDF'.padEnd(20_000)))
  await theirs.hears('This is too large to be a nota')
  remove()
  expect(await theirs.field('Name').inputValue()).toBe('Bakery')
  // It is for this once: whoever adds somebody else begins with nothing.
  await theirs.follow('Back')
  await theirs.follow('Add a contact')
  await theirs.at('Add a contact')
  expect(await theirs.field('Address').inputValue()).toBe('')
  // What was written about it to oneself is found by its words.
  await there.evaluate(`location.hash = '#/transaction?id=${transaction.id}'`)
  await theirs.press('Write a note')
  await theirs.type('Note to yourself', 'Bread for Sunday')
  await there.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await theirs.hears('The note is saved.')
  expect((await api.getTransaction({ id: transaction.id })).transaction.note).toBe('Bread for Sunday')
  await theirs.goTo('Activity')
  await theirs.type('Search names, notes and references', 'sunday')
  await theirs.sees(/^1 found among the newest/)
  await there.close()
})

test('a card has the label that its wallet has now, where it is to have one', async () => {
  const { api } = gateway.tester
  const { id = '', address } = (await api.listWallets({})).wallets[0] ?? {}
  const there = await wallet.open('dashboard.html#/receive')
  const theirs = handsOn(there)
  const card = async () => {
    const [download] = await Promise.all([there.waitForEvent('download'), theirs.press('Download card')])
    return api.verifyNota({ nota: readFileSync(await download.path(), 'utf8') })
  }
  const wished = there.getByLabel('Put the label into the card')
  await wished.check()
  await expect.poll(card).toMatchObject({ subject: { address, label: 'Till' } })
  await api.patchWallet({ id, label: null })
  await wished.waitFor({ state: 'detached' })
  await expect.poll(card).toMatchObject({ subject: { address, label: null } })
  await api.patchWallet({ id, label: 'Till' })
  await there.close()
})

test('a file of contacts is looked at before it is imported, and its contacts are new payees', async () => {
  const theirs = handsOn(await wallet.open('dashboard.html#/contacts'))
  const { path, remove } = temporaryFolder()
  const contacts = Array.from({ length: 18 }, (_, at) => ({
    name: `Dora ${at}`,
    address: `0x${String(at).padStart(40, 'd')}`,
  }))
  const text = JSON.stringify({ format: 'sotto-contacts', version: 1, contacts })
  const there = theirs.button('Import').page()
  const choose = (file: string) => there.locator('input[type=file]').setInputFiles(file)
  await theirs.button('Import').waitFor()
  await choose(fileOf(path, 'large.json', text.padEnd(21_000_000)))
  await theirs.alarmed('This file is too large')
  await choose(fileOf(path, 'contacts.json', text))
  const dialog = there.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Import 18 contacts?' }).waitFor()
  await dialog.getByText(`0x${'3'.padStart(40, 'd')}`).waitFor()
  expect(await flawsOf(there, 'a file of contacts')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(names).toEqual([])
  await choose(`${path}/contacts.json`)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await theirs.hears('18 added.')
  expect(await names()).toHaveLength(18)
  remove()
  await theirs.press('Pay Dora 3')
  await theirs.type('Amount', '1')
  await theirs.press('Review')
  await theirs.sees('One of your contacts')
  await theirs.sees('You have not paid this address before')
  await there.close()
})

test('a gateway that does not tell contacts is not one that has none', async () => {
  const stop = wallet.wire.reply(
    ({ path }) => path.includes('/contacts'),
    (response) => response.writeHead(503).end(),
  )
  await wallet.run(`chrome.storage.session.get().then((kept) =>
    chrome.storage.session.remove(Object.keys(kept).filter((key) => key.startsWith('contacts '))))`)
  await page.reload()
  await hands.at('Send')
  await hands.sees('The gateway has not told your contacts yet.')
  stop()
})
