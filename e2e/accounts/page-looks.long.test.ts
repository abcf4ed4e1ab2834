import { expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { LOOKS, violationsIn } from '../extension/looks.ts'
import { button, dialog, page, said, setUpAccountPage, signedIn, signIn } from './account-page.ts'

setUpAccountPage()

test.each([320, 1000])(
  'at %i pixels nothing scrolls sideways, and every target is at least 44 pixels high',
  async (width) => {
    await page.setViewportSize({ width, height: 700 })
    await signedIn()
    expect(await page.evaluate('scrollY'), 'it opens at its top').toBe(0)
    await button('New key').click()
    await dialog().getByLabel('Name').fill('x'.repeat(100))
    await button('Make key').click()
    await dialog().getByLabel('I have kept it').check()
    await button('Done').click()
    await page.getByText('An API key was made').waitFor()
    const found = await page.evaluate(`({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll('button, input, select, summary')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
      .map((element) => element.outerHTML),
    unnamed: [...document.querySelectorAll('input:not([hidden]), select')].filter((input) => input.labels.length === 0).length,
  })`)
    expect(found).toEqual({ sideways: 0, small: [], unnamed: 0 })
  },
)

test.each(['light', 'dark'] as const)(
  'in the %s scheme every text stands out from its ground (WCAG 2.2, 1.4.3)',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await signIn('wrong but long enough')
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor()
    expect(await page.evaluate(faint)).toEqual([])
    await signIn()
    await page.getByText('this one').waitFor()
    await page.getByText('refused').first().waitFor()
    expect(await page.evaluate(faint)).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'in the %s scheme axe finds nothing on any view or in any dialog',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const flaws = async (view: string) => {
      // All else is the same in both schemes.
      const violations = await violationsIn(page, colorScheme === 'light' ? undefined : LOOKS)
      return violations.map(({ id, nodes }) => [view, id, nodes[0]?.html])
    }
    await button('Sign in').waitFor()
    await button('Sign in').click()
    await page.getByRole('alert').waitFor()
    const found = await flaws('sign-in with an empty field')
    await signedIn()
    await page.getByText('this one').waitFor()
    found.push(...(await flaws('account')))
    await button('New key').click()
    found.push(...(await flaws('new key')))
    await dialog().getByLabel('Name').fill('Shop')
    await button('Make key').click()
    await button('Copy key').waitFor()
    await button('Done').click()
    await page.getByRole('alert').filter({ hasText: 'it is not shown again' }).waitFor()
    found.push(...(await flaws('the key')))
    await dialog().getByLabel('I have kept it').check()
    await button('Done').click()
    await button('Set up').click()
    await dialog().getByLabel('Password').fill(PASSWORD)
    await button('Continue').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    found.push(...(await flaws('set-up of a second factor')))
    expect(found).toEqual([])
  },
)

const focused = () => page.evaluate('document.activeElement?.textContent ?? ""')

test('a dialog takes the focus, Esc closes it and gives it back; where its row is gone, the heading has it', async () => {
  await signedIn()
  await button('Revoke test').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Revoke “test”?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused()).toBe('Revoke')
  await page.keyboard.press('Enter')
  await button('Revoke key').click()
  await said('Key “test” is revoked.')
  await page.getByText('No key yet.').waitFor()
  expect(await focused()).toBe('API keys')
})

/** Code that lists the texts whose contrast with the nearest painted ground is below 4.5 to 1. */
const faint = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor)
      if (colour[3] === 255) return colour
    }
    return [255, 255, 255]
  }
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && hasText(element))
    .map((element) => [element, contrast(light(rgba(getComputedStyle(element).color)), light(ground(element)))])
    .filter(([, ratio]) => ratio < 4.5)
    .map(([element, ratio]) => element.textContent.trim() + ' ' + ratio.toFixed(2))
})()`
