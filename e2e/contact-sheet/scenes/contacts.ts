import type { Page } from 'playwright'
import type { Contact } from '#shared/model/contact.ts'
import { ago } from '../account.ts'
import type { Scene } from './scenes.ts'

const contact = (id: string, digit: string, part: Partial<Contact>): Contact => ({
  id,
  name: 'Bakers’ guild',
  address: `0x${digit.repeat(40)}`,
  card: null,
  verified: false,
  note: null,
  createdAt: ago(9_000),
  ...part,
})

const LONG = 'The association of independent roofers, carpenters and chimney sweeps of the northern provinces, Lisbon'

/** Short and long, with and without a card; one of them was paid. */
export const contacts: Contact[] = [
  contact('c1', '5', { name: 'Bob the roofer', note: 'Half before, half after. Ask for the invoice.' }),
  contact('c2', '7', { name: 'Ada', card: 'eyJ.drawn.card', verified: true }),
  contact('c3', '8', { name: LONG.slice(0, 100), note: `${LONG} `.repeat(4).trim(), card: 'eyJ.drawn.card' }),
  contact('c4', '9', { name: 'مخبز الميناء' }),
]

export const contactScenes: Scene[] = [
  { name: 'contacts', at: '#/contacts', surfaces: ['popup', 'tab', 'narrow'] },
  { name: 'contacts, nobody yet', at: '#/contacts', mood: 'fresh' },
  { name: 'contacts, gateway down', at: '#/contacts', mood: 'down', surfaces: ['popup'] },
  { name: 'contacts, older gateway', at: '#/contacts', mood: 'older', surfaces: ['popup'] },
  { name: 'contacts, add', at: '#/contacts?add=' },
  { name: 'contacts, add, a name like another', at: '#/contacts?add=', act: addAlike },
  { name: 'contacts, edit', at: '#/contacts', act: edit },
  { name: 'contacts, remove', at: '#/contacts', act: remove, surfaces: ['popup'] },
  { name: 'send, a contact', at: '#/send', act: toContact },
  { name: 'send, review of a contact', at: '#/send', act: reviewContact },
  { name: 'send, like a contact', at: '#/send', act: reviewAlike, surfaces: ['popup'] },
  { name: 'note', at: '#/transaction?id=t3', act: toNote },
  { name: 'note, written', at: '#/transaction?id=t3', act: writeNote, surfaces: ['popup'] },
  { name: 'activity, search', at: '#/activity', act: search },
]

async function addAlike(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(`0x${'9'.repeat(40)}`)
  await page.getByLabel('Name').fill('Bob the r0ofer')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('looks like').waitFor()
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Bob the roofer' }).click()
}

async function remove(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit The association/ }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
}

async function toContact(page: Page): Promise<void> {
  await page.getByLabel('Contact', { exact: true }).check()
  await page.getByLabel('Contact to pay').selectOption('c1')
}

async function reviewContact(page: Page): Promise<void> {
  await page.getByLabel('Contact', { exact: true }).check()
  await page.getByLabel('Contact to pay').selectOption('c2')
  await review(page)
}

/** The same at both ends. */
async function reviewAlike(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).check()
  await page.getByLabel('Address of the recipient').fill(`0x7777${'0'.repeat(32)}7777`)
  await review(page)
}

async function review(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('12.5')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Confirm and send').waitFor()
}

async function toNote(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Note' }).evaluate((heading) => heading.scrollIntoView())
}

async function writeNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change the note' }).click()
}

async function search(page: Page): Promise<void> {
  await page.getByLabel('Search names, notes and references').fill('roof')
  await page.waitForTimeout(600)
}
