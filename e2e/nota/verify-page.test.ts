import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../gateway/app.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { forge, headerOf, newForger } from '../../gateway/testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../gateway/testing/test-world.ts'
import { launchChromium } from '../accounts/chromium.ts'
import { releaseTest } from '../release-test.ts'

/** The page as the gateway serves it, in real Chromium, over the chain in memory. */
let world: TestWorld
let alice: Tester
let server: ServerType
let origin: string
let browser: Browser
let page: Page
/** Whatever the browser complains about, and whatever it asks for. */
let complaints: string[]
let requests: { url: string; method: string; body: string | null }[]

const notas = { card: '', watched: '', transfer: '', redeem: '', forged: '', contradicted: '', request: '', asked: '' }
let named: string
const LABEL = 'Ground floor, '.repeat(7).trim()

beforeAll(async () => {
  world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000', SOTTO_LIMIT_WRITES: '1000' })
  world.clock.pass(Date.now() - world.clock.now() - 60_000)
  const app = createApp(world)
  alice = await createTester(world, {}, app)
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchChromium()
  await fillNotas()
})

afterAll(async () => {
  await browser?.close()
  server?.close()
})

async function fillNotas(): Promise<void> {
  const { api } = alice
  const { wallet } = await api.createWallet({ type: 'custodial', label: LABEL })
  await api.fund({ walletId: wallet.id, amount: '1000' })
  await api.mint({ walletId: wallet.id, amount: '1000' })
  notas.card = (await api.getWalletNota({ id: wallet.id, label: 'true' })).nota
  const { wallet: watched } = await api.createWallet({ type: 'external', address: `0x${'2'.repeat(40)}` })
  notas.watched = (await api.getWalletNota({ id: watched.id })).nota
  const receiptOf = async (id: string) => (await api.getTransactionNota({ id })).nota
  const payment = { walletId: wallet.id, amount: '125.5', to: `0x${'1'.repeat(40)}` }
  notas.transfer = await receiptOf((await api.transfer(payment)).transaction.id)
  const redeem = await api.redeem({ walletId: wallet.id, amount: '10' })
  world.clock.pass(1_100)
  notas.redeem = await receiptOf(redeem.transaction.id)
  const wish = { walletId: wallet.id, amount: '1250', label: 'Corner shop', memo: 'Order 7' }
  notas.request = (await api.getRequestNota((await api.createRequest(wish)).request)).nota
  named = (await api.getRequestNota((await api.createRequest({ ...wish, address: 'wallet' })).request)).nota
  const content = contentOf(notas.transfer)
  const forger = newForger()
  notas.forged = forge(forger, headerOf(forger, 'receipt'), content)
  notas.asked = forge(forger, headerOf(forger, 'request'), contentOf(notas.request))
  notas.contradicted = forge(forger, headerOf(forger, 'receipt'), { ...content, amount: '1255' })
}

const contentOf = (nota: string) => JSON.parse(Buffer.from(nota.split('.')[1] ?? '', 'base64url').toString())

beforeEach(async () => {
  page = await browser.newPage()
  complaints = []
  requests = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) =>
    requests.push({ url: request.url(), method: request.method(), body: request.postData() }),
  )
  await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })
  await page.goto(`${origin}/verify`)
})

afterEach(async () => {
  expect(complaints).toEqual([])
  for (const { url } of requests) expect(url).toMatch(new RegExp(`^${origin}/(verify|\\.well-known/jwks\\.json)`))
  expect(requests.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([])
  await page.close()
})

async function choose(text: string): Promise<string> {
  await page.setInputFiles('#file', { name: 'some.nota', mimeType: 'text/plain', buffer: Buffer.from(text) })
  return heading()
}

/** Of the newest answer, once it has the focus. */
async function heading(): Promise<string> {
  const found = page.locator('#answer:not([aria-busy]) h2:focus')
  await found.waitFor()
  return found.innerText()
}

const said = () => page.locator('#answer').innerText()
const results = async () => {
  const rows = await page.locator('.checks li').allInnerTexts()
  return Object.fromEntries(rows.map((row) => row.split('\n').filter(Boolean)).map(([name, result]) => [name, result]))
}

test('before anything is chosen it asks for a file, and answers nothing', async () => {
  expect(await page.locator('h1').innerText()).toBe('Check a receipt, an address card or a request')
  expect(await said()).toBe('')
})

test('a card that its wallet signed is genuine, with its address, day and label', async () => {
  expect(await choose(notas.card)).toBe('Genuine address card')
  const text = await said()
  const { wallets } = await alice.api.listWallets({})
  expect(text).toContain(wallets.find((wallet) => wallet.label === LABEL)?.address)
  expect(text).toContain(LABEL)
  expect(text).toContain('play money')
  expect(text).not.toContain('UTC')
  expect(await results()).toEqual({
    'Unchanged since it was signed': 'Holds',
    'Within its dates': 'Holds',
    'Signed by the wallet itself': 'Holds',
    'For the chain that the gateway serves': 'Not checked',
  })
})

test('a card that its wallet did not sign is as good as the one who handed it over', async () => {
  expect(await choose(notas.watched)).toBe('Unchanged, but from an unknown issuer')
  expect(await said()).toContain('the wallet itself did not sign')
})

test('a receipt of this gateway is known as such; what the chain says is not checked', async () => {
  expect(await choose(notas.transfer)).toBe('Genuine receipt of this gateway')
  const text = await said()
  for (const words of ['Transferred', '125.50 cSTABLE', 'Completed', 'the word of the wallet that paid']) {
    expect(text).toContain(words)
  }
  expect(await results()).toMatchObject({
    'Amount signed by a wallet that took part': 'Holds',
    'The chain shows it': 'Not checked',
    'The chain agrees with the amount': 'Not checked',
  })
})

test('a receipt of a redeem shows both legs', async () => {
  await choose(notas.redeem)
  const steps = await page.locator('.steps li').allInnerTexts()
  expect(steps.map((step) => step.split(',')[0])).toEqual(['Confidential money taken', 'Public money paid out'])
  expect(await results()).toMatchObject({ 'The chain shows the payout': 'Not checked' })
})

test('a receipt that somebody else signed is never called genuine', async () => {
  expect(await choose(notas.forged)).toBe('Unchanged, but from an unknown issuer')
  expect(await said()).toContain('Anyone can sign a file like this')
  expect(await choose(notas.contradicted)).toBe('Do not rely on this receipt')
  expect(await said()).toMatch(/It claims: Transferred\s+1\s255\.00 cSTABLE/)
  expect(await results()).toMatchObject({ 'Amount signed by a wallet that took part': 'Does not hold' })
})

test('a request of this gateway shows what it asks for, and leads nowhere', async () => {
  expect(await choose(notas.request)).toBe('Genuine payment request of this gateway')
  const { address, url } = contentOf(notas.request)
  for (const words of ['1\u202f250.00 cSTABLE', 'Corner shop', 'Order 7', address, url])
    expect(await said()).toContain(words)
  expect(await page.locator('#answer a').count()).toBe(0)
  expect(await choose(named).then(said)).toMatch(/How to pay\s+Only accounts of the gateway that made it can pay it/)
})

test('a request that somebody else signed is never called genuine, and one that has expired is refused', async () => {
  expect(await choose(notas.asked)).toBe('Unchanged, but from an unknown issuer')
  expect(await said()).toContain('Anyone can ask for money like this')
  const forger = newForger()
  const { iat, ...content } = contentOf(notas.request)
  const expired = { ...content, iat: iat - 60, exp: iat - 1 }
  expect(await choose(forge(forger, headerOf(forger, 'request'), expired))).toBe('Not a valid nota')
  expect(await said()).toContain('expired')
})

test('when the gateway cannot be asked for its keys the issuer is not called unknown', async () => {
  await page.route('**/.well-known/jwks.json', (route) => route.fulfill({ status: 503, body: 'away' }))
  expect(await choose(notas.transfer)).toBe('Unchanged, issuer not checked')
  complaints = complaints.filter((complaint) => !complaint.includes('503'))
})

test.each([
  ['one character changed', () => notas.card.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), 'broken'],
  ['no nota', () => 'An ordinary letter', 'three parts of base64url'],
  ['too large', () => 'x'.repeat(20_000), 'over 16 KiB'],
  ['markup', () => '<img src=x onerror=alert(1)>', 'three parts of base64url'],
])('%s is refused, with its cause', async (_, make, cause) => {
  expect(await choose(make())).toBe('Not a valid nota')
  expect(await said()).toContain(cause)
  expect(await choose('\n'), 'an empty file').toBe('Nothing to check')
})

/** A card that a stranger signed, with a label of their choosing. */
function labelled(label: string): string {
  const forger = newForger()
  return forge(forger, headerOf(forger, 'address-card'), { ...contentOf(notas.watched), label })
}

test('a label is text, whatever is in it', async () => {
  const label = '<b onclick=alert(1)>strong</b>'
  await choose(labelled(label))
  expect(await page.locator('.label bdi').evaluate((each) => [each.textContent, each.children.length])).toEqual([
    label,
    0,
  ])
})

test('a label that turns the direction of text is none of a card', async () => {
  expect(await choose(labelled('safe \u202egnirts'))).toBe('Not a valid nota')
})

releaseTest('on paper there is the receipt alone, dark on light whatever the screen is', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose(notas.transfer)
  await page.evaluate('window.print = () => document.body.classList.add("printed")')
  await page.getByRole('button', { name: 'Print this page' }).click()
  expect(await page.locator('body.printed').count()).toBe(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const left of ['.ask', '.after', '.lead', 'footer'])
    expect(await page.locator(left).isVisible(), left).toBe(false)
  expect(await said()).toContain('125.50 cSTABLE')
  expect(await page.locator('.slip').evaluate((slip) => getComputedStyle(slip).colorScheme)).toBe('light')
  expect(await page.evaluate('worstContrast()')).toBeGreaterThanOrEqual(4.5)
})

test('pasting works, into the field and anywhere', async () => {
  await page.locator('summary').click()
  await page.locator('#text').fill(`${notas.card}\n`)
  await page.locator('#check').click()
  expect(await heading()).toBe('Genuine address card')
  await page.evaluate(`pasteText(${JSON.stringify(notas.transfer)})`)
  await page.locator('#answer h2', { hasText: 'Genuine receipt' }).waitFor()
})

releaseTest('dropping a file works anywhere, and shows where it goes', async () => {
  const drag = (type: string) => page.evaluate(`drag(${JSON.stringify(type)}, ${JSON.stringify(notas.card)})`)
  await drag('dragover')
  expect(await page.locator('body').getAttribute('class')).toBe('over')
  await drag('drop')
  expect(await heading()).toBe('Genuine address card')
  expect(await page.locator('body').getAttribute('class')).toBe('')
})

test('by keyboard alone: the way to the door, the file button and the field are reached in order', async () => {
  const focused = () => page.evaluate('document.activeElement.id || document.activeElement.tagName')
  const order: unknown[] = []
  for (let press = 0; press < 3; press++) {
    await page.keyboard.press('Tab')
    order.push(await focused())
  }
  await page.keyboard.press('Enter')
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('Tab')
    order.push(await focused())
  }
  expect(order).toEqual(['A', 'file', 'SUMMARY', 'text', 'check'])
})

releaseTest('an old browser is told, not blamed on the file', async () => {
  await page.addInitScript(
    'crypto.subtle.importKey = async () => { throw new DOMException("no", "NotSupportedError") }',
  )
  await page.reload()
  expect(await choose(notas.card)).toBe('This browser cannot check it')
})

const looks = (['dark', 'light'] as const).flatMap((scheme) => [320, 1280].map((width) => [scheme, width] as const))

test.each(looks.slice(0, isLong ? 4 : 1))('%s at %i pixels: all is in view and clear', async (colorScheme, width) => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 800 })
  await page.locator('summary').click()
  for (const nota of [notas.card, notas.transfer, notas.contradicted, notas.asked]) {
    await choose(nota)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const heights = await page.locator('.button, summary').evaluateAll((all) => all.map((each) => each.clientHeight))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate('worstContrast()')).toBeGreaterThanOrEqual(4.5)
  }
})

test('the page is allowed nothing inline, nothing from elsewhere, and no frame around it', async () => {
  for (const path of ['/verify', '/verify/verify.js', '/verify/style.css', '/verify/icon.svg']) {
    const answer = await fetch(origin + path)
    expect([path, answer.status]).toEqual([path, 200])
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|http|\*/)
  }
  const html = await (await fetch(`${origin}/verify`)).text()
  expect(html).not.toMatch(/ style=| on\w+=|<script>|<style/)
})
