import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#gateway/auth/credentials/api-keys.ts'
import { walletWithMoney } from '#gateway/testing/test-world.ts'
import { createDeliverer } from '#gateway/webhooks/deliver/keep-delivering.ts'
import { createPost } from '#gateway/world/outgoing/post.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** A webhook from its first day to its last, with a receiver of its own on this machine. */
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands
let receiver: Server
let url: string
let till: { id: string }
let profiles: { whole: string; narrow: string }
/** What the receiver was sent, in order. */
const received: Received[] = []
/** What it answers. */
let status = 204
const flaws: string[] = []

type Received = { id: string; at: string; signatures: string[]; body: string }

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
    const signatures = String(signature).split(' ')
    received.push({ id: String(id), at: String(at), signatures, body: await text(request) })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { tester, world, origin } = gateway
  // The clock of this world stands still: a try that took too long would never be followed by another.
  world.post = createPost({ reach: 'loopback', timeoutMs: 300_000, maxBytes: 4_096 })
  till = await walletWithMoney(tester)
  await tester.api.patchWallet({ id: till.id, label: 'Till' })
  const { accountId } = tester
  const { secret } = await createApiKey(world, { accountId, label: 'Till alone', scopes: ['read', 'pay'] })
  await wallet.give(origin)
  await wallet.create()
  const add = async (name: string, apiKey: string) =>
    (await wallet.ask<{ id: string }>('profile.add', { origin, name, apiKey })).id
  profiles = { narrow: await add('Till', secret), whole: await add('Home', tester.apiKey) }
  page = await wallet.open('dashboard.html')
  page.on('pageerror', (error) => flaws.push(error.message))
  hands = handsOn(page)
  await lookNormal(page)
  await hands.at('Home')
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
  receiver?.close()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(flaws, received, await page.locator('body').ariaSnapshot())
})

const look = async (screen: string) => void flaws.push(...(await flawsOf(page, screen)))
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const webhooks = async () => (await gateway.tester.api.listWebhooks({})).webhooks
const first = () => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first()

/** What the gateway does by itself now and then. */
async function deliver(): Promise<void> {
  const deliverer = createDeliverer(gateway.world)
  await deliverer.look()
  await deliverer.ended()
}

/** Something that is told of. */
const mint = () => gateway.tester.api.mint({ walletId: till.id, amount: '7.25' })

/** Whether the last message is signed with each of these secrets, and with nothing else. */
function signedBy(secrets: string[]): boolean {
  const { id, at, signatures, body } = received.at(-1) as Received
  const wanted = secrets.map((secret) => new Webhook(secret).sign(id, new Date(Number(at) * 1_000), body))
  return JSON.stringify(wanted) === JSON.stringify(signatures)
}

/** The secret on the screen, which nothing but its being kept takes away. */
async function keepSecret(): Promise<string> {
  const secret = await page.locator('.secret').innerText()
  await page.keyboard.press('Escape')
  await inDialog('Done').click()
  await hands.alarmed('it is not shown again')
  await page.getByRole('dialog').getByRole('checkbox').check()
  await inDialog('Done').click()
  await page.locator('.secret').waitFor({ state: 'detached' })
  return secret
}
let secret: string

/** As it is chosen in another page, which this one has heard of by then. */
async function turnTo(name: keyof typeof profiles): Promise<void> {
  const profileId = profiles[name]
  await page.evaluate(`void (globalThis.heard = new Promise((resolve) => chrome.storage.local.onChanged.addListener(
    ({ profiles }) => profiles?.newValue.active === '${profileId}' && setTimeout(resolve, 500))))`)
  await wallet.ask('profile.select', { profileId })
  await page.evaluate('heard')
}

test('a key without the scope is told so, and the gateway is not asked', async () => {
  await wallet.ask('profile.select', { profileId: profiles.narrow })
  wallet.wire.flush()
  await page.evaluate(`location.hash = '#/webhooks'`)
  await hands.alarmed('The key of this wallet may not manage webhooks.')
  await look('webhooks, the key may not')
  expect(wallet.wire.seen.filter(({ path }) => path.includes('webhooks'))).toEqual([])
  await wallet.ask('profile.select', { profileId: profiles.whole })
  await hands.sees('No address is told of anything yet.')
})

test('it is added in the settings; what is missing or refused is said at its field', async () => {
  await hands.goTo('Settings')
  await page.getByRole('region', { name: 'Webhooks' }).getByRole('link', { name: 'Manage' }).click()
  await hands.at('Webhooks')
  await look('no webhook')
  await hands.follow('Add a webhook')
  await hands.at('Add a webhook')
  await look('new webhook')
  await hands.press('Add a webhook')
  expect(await hands.field('Address').getAttribute('aria-invalid')).toBe('true')
  await hands.type('Address', 'http://10.0.0.1/hook')
  await hands.press('Add a webhook')
  await hands.alarmed('Choose at least one event.')
  await page.getByRole('checkbox', { name: 'Payment settled' }).check()
  await hands.press('Add a webhook')
  await hands.alarmed('is an address that webhooks may not reach')
  expect(await hands.field('Address').getAttribute('aria-invalid')).toBe('true')
  expect(await webhooks()).toEqual([])
  await hands.type('Address', url)
  await hands.type('Name', 'Shop')
  await hands.press('Add a webhook')
  secret = await keepSecret()
  await hands.at('Shop')
  expect(await webhooks()).toMatchObject([{ url, events: ['transaction.settled'], walletIds: null }])
  expect(secret).toMatch(/^whsec_/)
})

test('an event that only a newer gateway knows stands by its name, in the list, on its screen and in the form', async () => {
  const [webhook] = await webhooks()
  const newer = { ...webhook, events: [...(webhook?.events ?? []), 'policy.changed'] }
  const stop = wallet.wire.reply(
    ({ path }) => path.endsWith('/webhooks'),
    (response) => {
      const body = JSON.stringify({ ok: true, data: { webhooks: [newer], altered: [] } })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    },
  )
  await page.evaluate(`location.hash = '#/webhooks'`)
  await hands.sees('2 events')
  await hands.follow('Shop')
  await hands.sees('Payment settled · policy.changed')
  await hands.follow('Change')
  await hands.at('Change the webhook')
  expect(await page.getByRole('checkbox', { name: 'policy.changed' }).isChecked()).toBe(true)
  stop()
  await hands.follow('Back')
  await hands.at('Shop')
  await page.getByText('policy.changed').waitFor({ state: 'detached' })
})

test('a test is sent at once, signed with the secret that was shown', async () => {
  await hands.press('Send a test')
  await hands.hears('The test was taken.')
  await first().getByText('Answer 204').waitFor()
  expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ type: 'webhook.test' })
  expect(signedBy([secret])).toBe(true)
  await look('webhook, tested')
})

test('what is not taken is seen to wait, and is sent again by a press, as the same event and without amounts', async () => {
  status = 503
  const { transaction } = await mint()
  await deliver()
  await first().getByText('Sent again soon').waitFor()
  await first().getByText('Answer 503').waitFor()
  await hands.sees('The last message was not taken')
  await look('webhook, not answered')
  status = 204
  await first()
    .getByRole('button', { name: /^Send again/ })
    .click()
  await hands.hears('It is sent again.')
  await deliver()
  await first().getByText('Delivered').waitFor()
  const [refused, taken] = received.slice(-2)
  expect(taken?.id).toBe(refused?.id)
  expect(JSON.parse(taken?.body ?? '')).toMatchObject({
    type: 'transaction.settled',
    data: { id: transaction.id, status: 'SETTLED' },
  })
  expect(taken?.body).not.toContain('7.25')
  await page.getByText('The last message was not taken').waitFor({ state: 'detached' })
})

test('a webhook that takes nothing for three days is shown as failing, and as active once it works', async () => {
  status = 500
  await mint()
  await deliver()
  gateway.world.clock.pass(3 * 24 * 60 * 60 * 1_000)
  await deliver()
  await hands.sees('Nothing was taken for three days')
  await page.getByText('Failing', { exact: true }).waitFor()
  status = 204
  gateway.world.clock.pass(2 * 24 * 60 * 60 * 1_000)
  await deliver()
  await page.getByText('Active', { exact: true }).waitFor()
})

test('another secret stays until it is kept, and signs beside the one before it; a third would end the first, which is said before', async () => {
  await hands.press('New secret')
  expect(await page.getByRole('dialog').innerText()).not.toContain('A new one ends that at once')
  await inDialog('New secret').click()
  await page.locator('.secret').waitFor()
  await turnTo('narrow')
  const next = await keepSecret()
  await hands.alarmed('The key of this wallet may not manage webhooks.')
  await turnTo('whole')
  await hands.sees('Signs too until')
  await hands.press('Send a test')
  await hands.hears('The test was taken.')
  await expect.poll(() => signedBy([next, secret])).toBe(true)
  await hands.press('New secret')
  await page.getByRole('dialog').getByText('A new one ends that at once').waitFor()
  await look('a second rotation')
  await inDialog('Cancel').click()
})

test('its terms are changed; amounts are sent where they are asked for', async () => {
  await hands.follow('Change')
  await hands.at('Change the webhook')
  await page.getByRole('checkbox', { name: 'Send amounts and tokens too' }).check()
  await page.getByRole('checkbox', { name: 'Only of some wallets' }).check()
  await page.getByRole('checkbox', { name: /^Till/ }).check()
  await look('change of a webhook')
  await hands.press('Save')
  await hands.hears('The webhook is changed.')
  await hands.at('Shop')
  expect(await webhooks()).toMatchObject([{ url, description: 'Shop', includeAmounts: true, walletIds: [till.id] }])
  await mint()
  await deliver()
  expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ data: { amount: '7.25' } })
})

test('switched off it is told of nothing, and goes on with what happens once it is on', async () => {
  await hands.press('Switch off')
  await inDialog('Switch off').click()
  await hands.hears('The webhook is off.')
  await hands.sees('This webhook is off')
  const before = received.length
  await mint()
  await deliver()
  await hands.press('Switch on')
  await hands.hears('The webhook is on.')
  await deliver()
  expect(received.length).toBe(before)
  await mint()
  await deliver()
  expect(received.length).toBe(before + 1)
  expect(await webhooks()).toMatchObject([{ status: 'active' }])
})

test('a popup, which would close over the secret, leads to a tab', async () => {
  const popup = await wallet.open('popup.html#/webhooks?make=')
  await popup.getByText('It is added in a tab.').waitFor()
  await popup.evaluate(`location.hash = '#/webhooks?id=${(await webhooks())[0]?.id}'`)
  const opened = wallet.context().waitForEvent('page')
  await popup.getByRole('button', { name: 'New secret' }).click()
  const tab = await opened
  await tab.getByRole('dialog', { name: 'Make a new secret?' }).waitFor()
  await tab.close()
})

test('it is removed once that is confirmed, and no screen had a flaw', async () => {
  await hands.press('Remove')
  await inDialog('Cancel').click()
  expect(await webhooks()).toHaveLength(1)
  await hands.press('Remove')
  await inDialog('Remove').click()
  await hands.hears('The webhook is removed.')
  await hands.sees('No address is told of anything yet.')
  expect(await webhooks()).toEqual([])
  expect(flaws).toEqual([])
})
