import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** The set-up of somebody who was given a password, on a line that loses answers. */
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands

const WALLET_PASSWORD = 'a lake in the rain'
const OWN_PASSWORD = 'an owl in the old barn'

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  await gateway.world.db.updateTable('accounts').set({ mustChangePassword: 1 }).execute()
  page = await wallet.open('dashboard.html')
  hands = handsOn(page)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const made = async () => (await gateway.world.db.selectFrom('wallets').select('id').execute()).length

test('the password that was given out is not asked for again where a new one is chosen', async () => {
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.type('Repeat', WALLET_PASSWORD)
  await hands.press('Continue')
  await hands.type('Address of the gateway', gateway.origin)
  await hands.press('Find the gateway')
  // A password that was chosen elsewhere meanwhile takes another sign-in.
  for (const again of [false, true]) {
    if (again) await hands.press('Sign in instead')
    await hands.type('E-mail', gateway.tester.email)
    await hands.type('Password', PASSWORD)
    await hands.press('Sign in')
    await page.locator('[name=newPassword]').waitFor()
  }
  expect(await page.locator('input[type=password]').count(), 'the new one alone').toBe(1)
  await page.locator('[name=newPassword]').fill(OWN_PASSWORD)
  await page.locator('form').getByRole('button').last().click()
  await hands.at('You are connected')
})

test('a browser whose toolbar does not show Sotto is told how to keep it in sight', async () => {
  await hands.sees(/^Keep Sotto in sight: press the jigsaw piece/)
})

test('the first wallet is one, though its answer was lost and another name is typed before it is asked for again', async () => {
  let isLost = true
  const next = () => wallet.wire.stop('answer', ({ method, path }) => method === 'POST' && path.endsWith('/wallets'))
  let answer = next()
  // A browser asks once more by itself where a connection ends that had been used before.
  const losing = async () => {
    for (; isLost; answer = next()) {
      await answer.reached
      answer.drop()
    }
  }
  void losing()
  await hands.press('Create my first wallet')
  await hands.alarmed(/./)
  isLost = false
  answer.open()
  expect(await made()).toBe(1)
  await hands.type('Name of the wallet', 'Till')
  await hands.press('Create my first wallet')
  await hands.at('Home')
  expect(await made()).toBe(1)
})

test('what failed in a batch is not paid again before its rows and their sum are shown', async () => {
  const { api } = gateway.tester
  const [till] = (await api.listWallets({})).wallets
  const rows = [{ walletId: till?.id ?? '', amount: '1.25', to: `0x${'1'.repeat(40)}` }]
  const { id, ...draft } = (await api.createBatch({ rows })).batch
  const [row] = (await api.listBatchRows({ id })).items
  const failed = { ...draft, id, status: 'DONE', progress: [{ status: 'FAILED', rows: 1, amounts: [] }] }
  const answer = (path: string, data: object) =>
    wallet.wire.reply(
      (seen) => seen.path.startsWith(`/api/v1/batches/${id}${path}`),
      (response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, data })),
    )
  const isFailed = ({ path }: { path: string }) => path.includes('status=FAILED')
  const retries = () => wallet.wire.seen.filter(({ path }) => path.endsWith(`/${id}/retry`)).length
  const held = wallet.wire.stop('request', isFailed)
  const refusing = wallet.wire.reply(isFailed, (response) => response.writeHead(503).end('{}'))
  answer('/rows', { items: [{ ...row, status: 'FAILED' }], page: 1, pageSize: 100, total: 1 })
  const end = answer('', { batch: failed })
  await page.evaluate(`location.hash = '#/batches?id=${id}'`)
  await hands.press('Retry what failed')
  await held.reached
  const dialog = page.getByRole('dialog')
  const retry = dialog.getByRole('button', { name: 'Retry what failed' })
  await retry.click({ force: true })
  held.open()
  await dialog.getByRole('button', { name: 'Try again' }).waitFor()
  await retry.click({ force: true })
  refusing()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('1.25').waitFor()
  expect(retries()).toBe(0)
  end()
  await retry.click()
  await expect.poll(retries).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  wallet.wire.calm()
  await hands.goTo('Home')
  await hands.at('Home')
})

test('payments that cannot be read are not told as none', async () => {
  await wallet.run(`chrome.storage.local.set({ intents: 'of another wallet' })`)
  await hands.sees('Payments of this browser cannot be read')
  await hands.goTo('Activity')
  await hands.sees('Payments of this browser cannot be read')
})
