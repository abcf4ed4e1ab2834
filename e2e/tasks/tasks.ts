import type { Page } from 'playwright'
import { handsOn } from '../extension/hands.ts'
import type { Person } from './person.ts'

export type Account = { origin: string; email: string; password: string; card: string; supplier: string }

export type Task = { name: string; does: (person: Person, page: Page, account: Account) => Promise<void> }

const WALLET_PASSWORD = 'a lake in the rain'

const nav = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name: place, exact: true })

async function connect(person: Person, page: Page, { origin, email, password }: Account): Promise<void> {
  const { field, button } = handsOn(page)
  await person.type(field('Wallet password'), WALLET_PASSWORD)
  await person.type(field('Repeat'), WALLET_PASSWORD)
  await person.press(button('Continue'))
  await person.type(field('Address of the gateway'), origin)
  await person.press(button('Find the gateway'))
  await person.type(field('E-mail'), email)
  await person.type(field('Password'), password)
  await person.press(button('Sign in'))
  await page.getByRole('heading', { name: 'You are connected' }).waitFor()
}

/** From the review of a payment to its end. */
async function confirm(person: Person, page: Page, action: string): Promise<void> {
  const { button } = handsOn(page)
  await person.press(button('Review'))
  await person.press(button(action))
  await page.getByRole('heading', { level: 2, name: 'Settled', exact: true }).waitFor()
}

async function send(person: Person, page: Page, kind: string, whom: () => Promise<void>): Promise<void> {
  const { at, field } = handsOn(page)
  await person.press(nav(page, 'Send'))
  await at('Send')
  const radio = page.getByRole('radio', { name: kind, exact: true })
  if (!(await radio.isChecked())) await person.pick(radio)
  await whom()
  await person.type(field('Amount'), '5')
  await confirm(person, page, 'Confirm and send')
}

/** Of somebody who has never seen the wallet, in the order in which they come. */
export const tasks: Task[] = [
  { name: 'Connect a gateway', does: connect },
  {
    name: 'First wallet',
    async does(person, page) {
      const { button, at } = handsOn(page)
      await person.press(button('Create my first wallet'))
      await at('Home')
    },
  },
  {
    name: 'Fund it',
    async does(person, page) {
      await person.press(handsOn(page).link('Fund the wallet'))
      await confirm(person, page, 'Confirm and fund')
    },
  },
  {
    name: 'Make private',
    async does(person, page) {
      const { link, field } = handsOn(page)
      await person.press(nav(page, 'Home'))
      await person.press(link('Mint Make private').first())
      await person.type(field('Amount'), '100')
      await confirm(person, page, 'Confirm and mint')
    },
  },
  {
    name: 'Send to an address',
    does: (person, page, { supplier }) =>
      send(person, page, 'Address', () => person.type(handsOn(page).field('Address of the recipient'), supplier)),
  },
  {
    name: 'Send to a card',
    does: (person, page, { card }) =>
      send(person, page, 'Card', async () => {
        await person.paste(page.locator('.nota-paste'), card)
        await handsOn(page).sees('Signed by the wallet itself.')
      }),
  },
  {
    name: 'Add a contact',
    async does(person, page, { supplier }) {
      const { link, field, button, hears } = handsOn(page)
      await person.press(nav(page, 'Contacts'))
      await person.press(link('Add a contact').first())
      await person.type(field('Address'), supplier)
      await person.type(field('Name'), 'Flour mill')
      await person.press(button('Save'))
      await hears('The contact is added.')
    },
  },
  {
    name: 'Send to a contact',
    does: (person, page) => send(person, page, 'Contact', () => person.down(handsOn(page).field('Contact to pay'), 1)),
  },
  {
    name: 'Redeem',
    async does(person, page) {
      const { link, field } = handsOn(page)
      await person.press(nav(page, 'Home'))
      await person.press(link('Redeem Make public').first())
      await person.type(field('Amount'), '20')
      await confirm(person, page, 'Confirm and redeem')
    },
  },
  {
    name: 'Receipt',
    async does(person, page) {
      const saved = page.waitForEvent('download')
      await person.press(handsOn(page).button('Download the receipt'))
      await saved
    },
  },
]

/** With the account that is there by then. */
export const secondBrowser: Task = {
  name: 'Second browser',
  async does(person, page, account) {
    const { button, at } = handsOn(page)
    await connect(person, page, account)
    await person.press(button('Open Sotto'))
    await at('Home')
  },
}
