import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { type Hands, handsOn } from './hands.ts'
import { rewriteIntent, storedIntents } from './harness/payments.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import type { Seen } from './harness/wire.ts'

let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands
let till: string
let profileId: string

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { api, apiKey } = gateway.tester
  const { wallet: first } = await api.createWallet({ type: 'custodial', label: 'Savings' })
  await api.createWallet({ type: 'custodial', label: 'Till' }).then((made) => {
    till = made.wallet.id
  })
  await api.fund({ walletId: first.id, amount: '100' })
  await api.fund({ walletId: till, amount: '100' })
  await wallet.give(gateway.origin)
  await wallet.create()
  const profile = { origin: gateway.origin, name: 'Home', apiKey }
  profileId = (await wallet.ask<{ id: string }>('profile.add', profile)).id
  page = await wallet.open('dashboard.html#/home')
  hands = handsOn(page)
  await hands.sees('Till')
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})
beforeEach(async () => {
  wallet.wire.calm()
  await page.goto('about:blank')
})

async function goTo(hash: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`chrome-extension://${new URL(wallet.page().url()).host}/dashboard.html${hash}`)
}

test.each([
  ['batch', 'batches', 'Pay from'],
  ['request', 'requests', 'Into'],
])(
  'where a new %s stands for a wallet that is gone, another one is named, and that is said',
  async (_, screen, picker) => {
    await goTo(`#/${screen}?make=&wallet=gone`)
    await hands.sees('The wallet that you chose is not among yours any more. Look which one stands here now.')
    expect(await hands.field(picker).locator('option:checked').innerText()).toContain('Savings')
  },
)

describe('a webhook', () => {
  let id: string
  const isRead = ({ method, path }: Seen) => method === 'GET' && path === '/api/v1/webhooks'
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
  beforeEach(async () => {
    const wish = { url: 'https://example.com/hook', events: ['transaction.settled' as const] }
    id = (await gateway.tester.api.createWebhook(wish)).webhook.id
    await goTo(`#/webhooks?id=${id}`)
    await hands.at('example.com/hook')
  })

  test('that was switched off is not shown as on by an answer that comes late', async () => {
    const late = wallet.wire.stop('answer', isRead)
    await late.reached
    await hands.press('Switch off')
    await inDialog('Switch off').click()
    await hands.button('Switch on').waitFor()
    const next = wallet.wire.stop('request', isRead)
    late.open()
    await next.reached
    expect(await hands.button('Switch on').count()).toBe(1)
    next.open()
  })

  test('whose new secret got lost on its way: what another one would end is said', async () => {
    wallet.wire.reply(
      ({ path }) => path.endsWith('/rotate-secret'),
      async (response) => {
        await gateway.tester.api.rotateWebhookSecret({ id })
        response.writeHead(502).end()
      },
    )
    await hands.press('New secret')
    await inDialog('New secret').click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await page.getByRole('dialog').innerText()).toContain('A new one ends that at once')
  })
})

test('a wallet that drops out of the list while its payment is reviewed: back to the form, and nothing is paid', async () => {
  await goTo(`#/mint?wallet=${till}`)
  await hands.type('Amount', '5')
  await hands.press('Review')
  await hands.at('Review the mint')
  const balances = (await gateway.tester.api.getBalances({})).balances.filter((each) => each.wallet.id !== till)
  const without = JSON.stringify({ ok: true, data: { balances } })
  wallet.wire.reply(
    ({ path }) => path === '/api/v1/balances',
    (response) => response.setHeader('content-type', 'application/json').end(without),
  )
  await wallet.ask('gateway.refresh', { profileId, force: true })
  await hands.at('Mint')
  expect(await hands.button('Confirm and mint').count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Wallet' }).inputValue()).not.toBe(till)
  expect(await storedIntents(wallet)).toEqual([])
})

test('a part of the wallet that does not load says so, and is there after a reload', async () => {
  const chunks = join(wallet.folder, 'chunks')
  const words = 'Address cards name a wallet to be paid.'
  const [chunk] = readdirSync(chunks).filter((name) => readFileSync(join(chunks, name), 'utf8').includes(words))
  if (chunk === undefined) throw new Error('no chunk has the screen of the files')
  renameSync(join(chunks, chunk), join(chunks, 'elsewhere'))
  await goTo('#/notas')
  await hands.alarmed('This part of the wallet could not be loaded.')
  renameSync(join(chunks, 'elsewhere'), join(chunks, chunk))
  await hands.press('Reload')
  await hands.at('Receipts and cards')
})

test('a payment of unknown outcome is named before a gateway or everything is forgotten, and can be let go', async () => {
  await goTo(`#/mint?wallet=${till}`)
  await hands.type('Amount', '5')
  await hands.press('Review')
  const calm = wallet.wire.reply(
    ({ path }) => path.includes('/transactions') || path.endsWith('/mint'),
    (response) => response.writeHead(503).end('{}'),
  )
  await hands.press('Confirm and mint')
  await hands.sees('Outcome not known yet')
  const paying = page.url()

  await goTo('#/settings')
  await hands.press(/^Remove /)
  await hands.sees('The outcome of a payment is not known')
  await hands.sees(/^Mint, /)
  await goTo('#/settings')
  await page.getByRole('button', { name: 'Erase everything' }).first().click()
  await hands.sees('The outcome of a payment is not known')
  await hands.press('Cancel')

  await page.goto(paying)
  await hands.press('Stop following it')
  await hands.sees('This takes nothing back')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop following it' }).click()
  await hands.sees('Not followed any more')
  calm()
  const [left] = await storedIntents(wallet)
  expect(left).toMatchObject({ state: 'left' })
  // Whatever wakes the worker, it is neither asked for nor sent.
  wallet.wire.flush()
  await rewriteIntent(wallet, left?.id ?? '', { notBefore: 0 })
  await wallet.killWorker()
  await wallet.ask('money.look', { id: left?.id ?? '' })
  expect((await storedIntents(wallet)).map(({ state }) => state)).toEqual(['left'])
  expect(wallet.wire.seen.filter(({ path }) => path.includes(left?.id ?? '-') || path.endsWith('/mint'))).toEqual([])
})
