import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { hear } from '../accounts/heard.ts'

/** What a person does in a page of the wallet, by the names that they see or hear. */
export type Hands = ReturnType<typeof handsOn>

export function handsOn(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  return {
    button,
    link,
    field,
    press: (name: string | RegExp) => button(name).click(),
    follow: (name: string | RegExp) => link(name).first().click(),
    type: (label: string, text: string) => field(label).fill(text),
    /** Chooses one of several, and waits until it is chosen. */
    async choose(name: string | RegExp) {
      const named = { name, exact: typeof name === 'string' }
      await page.getByRole('radio', named).click()
      await page.getByRole('radio', { ...named, checked: true }).waitFor()
    },
    /** Waits for the screen of that name. */
    at: (title: string | RegExp) =>
      page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' }).waitFor(),
    sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    hears: (text: string | RegExp) => hear(page, text),
    alarmed: (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).first().waitFor(),
    /** Opens a place of the navigation. */
    async goTo(place: string) {
      await page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name: place, exact: true }).click()
    },
    /** Holds a file over the page and lets it fall. */
    drop: (path: string) => drop(page, path),
    /** Moves by Tab alone until the focus is there. */
    tabTo: (there: Locator) => tabTo(page, there),
  }
}

/** Goes to another screen of the same page, which takes a third of opening the page anew. Every screen has its own heading. */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', ''); location.hash = '#/${screen}'`)
  await page.locator('h1:not([data-left])').first().waitFor()
}

/** A file of this text, as somebody got it by mail. */
export function fileOf(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function drop(page: Page, path: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const held = { x: 300, y: 300, data: { items: [], files: [path], dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...held })
  await cdp.detach()
}

/** More stops than any screen has. */
const STOPS = 80

async function tabTo(page: Page, there: Locator): Promise<void> {
  await there.waitFor()
  const find = () => there.evaluateHandle((element) => element)
  // It is found by its name once, and again where the screen was drawn anew: that takes longer than the stop itself.
  let target = await find()
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab')
    const { isHere, isGone } = await target.evaluate((element) => ({
      isHere: element === document.activeElement,
      isGone: !element.isConnected,
    }))
    if (isHere) return
    if (isGone) target = await find()
  }
  throw new Error(`the focus never came to ${there}`)
}
