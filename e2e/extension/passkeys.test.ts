import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, walletWithMoney } from '#gateway/testing/test-world.ts'
import { inSession, type Visitor } from '#gateway/testing/visitor.ts'
import { virtualAuthenticator } from '../accounts/chromium.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { releaseTest } from '../release-test.ts'
import { firstTab } from './first-tab.ts'
import { type Hands, handsOn } from './hands.ts'
import { rings, told, turnNotificationsOn } from './harness/notifications.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { launchWallet } from './launch.ts'
import { setUp } from './set-up.ts'

const WALLET_PASSWORD = 'a lake in the rain'
const folder = temporaryFolder()
let gateway: Gateway
let context: BrowserContext
let page: Page
let hands: Hands
let authenticator: Awaited<ReturnType<typeof virtualAuthenticator>>

beforeAll(async () => {
  // No setting names the extension: its origin is the same everywhere, so every gateway knows it.
  gateway = await serveGateway()
  await gateway.tester.api.createWallet({ type: 'custodial', label: 'Savings' })
  const { context: opened, url } = await launchWallet({ profile: folder.path, hosts: ['http://localhost/*'] })
  context = opened
  context.setDefaultTimeout(120_000)
  page = await firstTab(context, url('dashboard.html'))
  hands = handsOn(page)
  authenticator = await virtualAuthenticator(context, page)
  await setUp(page, { origin: gateway.origin, email: gateway.tester.email, password: PASSWORD }, WALLET_PASSWORD)
})

afterAll(async () => {
  await context?.close()
  await gateway?.close()
  folder.remove()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await page.locator('body').ariaSnapshot())
})

test('a passkey for the account is made in the dashboard', async () => {
  await hands.goTo('Security')
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.press('Add a passkey')
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await hands.press('Continue')
  await hands.hears('Passkey “Laptop” is added.')
  const stored = await gateway.world.db.selectFrom('passkeys').selectAll().execute()
  expect(stored).toEqual([expect.objectContaining({ name: 'Laptop' })])
})

test('it signs in there, without a password', async () => {
  await hands.press('Sign out')
  await hands.press('Sign in with a passkey')
  await hands.sees(`Signed in as ${gateway.tester.email}`)
  await page.getByText('Laptop', { exact: true }).waitFor()
  const ownKey = page.getByRole('listitem').filter({ hasText: 'this browser' }).filter({ hasText: 'sotto_sk_' })
  await expect.poll(() => ownKey.allInnerTexts()).toEqual([expect.stringMatching(/^Sotto wallet, .* this browser/)])
})

describe('a payment that a policy sends to a person', () => {
  const BOB = `0x${'1'.repeat(40)}`
  const approval = /\/transactions\/[^/]+\/approve$/
  const ids: string[] = []
  let signed: { response: object }
  /** The same person elsewhere. */
  let person: Visitor
  /** Another person, whose browser has an API key. */
  let colleague: Wallet
  let theirs: Hands
  let payer: string

  beforeAll(async () => {
    const { tester, world } = gateway
    const wallet = await walletWithMoney(tester)
    payer = wallet.id
    await tester.api.createContact({ name: 'Bob the roofer', address: BOB })
    person = await inSession(world, tester)
    await hands.goTo('Approvals')
    await hands.follow('Policies')
    await hands.follow('Change the policy of The account')
    await hands.type('A person approves above', '0.5,1')
    await hands.press('Review the change')
    await hands.alarmed('without marks between the thousands')
    await hands.type('A person approves above', '1')
    await hands.press('Review the change')
    await hands.sees('No limit → 1.00 of each token')
    await hands.press('Save the policy')
    await hands.hears('The policy is saved.')
    for (const amount of ['2', '2', '3'])
      ids.push((await tester.api.transfer({ walletId: wallet.id, amount, to: BOB })).transaction.id)
  })

  afterAll(() => colleague?.close())

  const arrived = () => gateway.world.chain.ledger.confidentialOf(BOB as `0x${string}`)
  const replayed = async (id: string | undefined, as = person) =>
    (await as.tell('POST', `/transactions/${id}/approve`, signed)).code
  const open = async (id: string | undefined) => {
    await page.evaluate((to) => location.assign(to), `#/approvals?id=${id}`)
    await hands.at('Approve a payment')
  }
  /** Signs in the page, and keeps the signature from the gateway. */
  async function signOnly() {
    await context.route(approval, async (route) => {
      signed = route.request().postDataJSON()
      await route.abort()
    })
    await hands.press('Approve')
    await hands.alarmed('The gateway does not answer')
    await context.unroute(approval)
  }

  test('waits where the wallet says so, and on no other one its signature is worth anything', async () => {
    await hands.goTo('Home')
    await hands.follow('3 payments wait for approval')
    await hands.at('Approvals')
    await expect.poll(() => page.getByRole('link', { name: 'Transfer to Bob the roofer' }).count()).toBe(3)
    await open(ids[0])
    await hands.sees('The amount is above what passes by itself.')
    await signOnly()
    for (const other of ids.slice(1)) expect(await replayed(other)).toBe('invalid_passkey')
    const byKey = await gateway.tester.ask('POST', `/transactions/${ids[0]}/approve`, signed)
    expect(await byKey.json()).toMatchObject({ error: { code: 'session_required' } })
    expect(arrived()).toBe(0n)
  })

  test('is approved by the passkey, and paid once', async () => {
    await hands.press('Approve')
    await hands.hears('Approved. The payment is on its way.')
    await expect.poll(arrived).toBe(2_000_000n)
    expect(await replayed(ids[0])).toBe('not_waiting')
    expect(arrived()).toBe(2_000_000n)
  })

  test('is not signed where the gateway would have another one signed', async () => {
    await open(ids[1])
    const { approvals } = await gateway.tester.api.listApprovals({})
    const challenge = approvals.find(({ transaction }) => transaction.id === ids[2])?.challenge
    expect(challenge).toBeDefined()
    await context.route(/\/approve\/options$/, (route) =>
      route.fulfill({ json: { ok: true, data: { options: { challenge, rpId: 'localhost' } } } }),
    )
    await hands.press('Approve')
    await hands.alarmed('The gateway asked for a signature over another payment than the one shown.')
    await context.unroute(/\/approve\/options$/)
    await hands.press('Reject')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await hands.hears('Rejected. Nothing was sent.')
  })

  /** Pays in the colleague's browser, as a person does. */
  async function theyPay(amount: string) {
    const [at = await colleague.open('dashboard.html')] = colleague.context().pages().slice(-1)
    await at.evaluate((to) => location.assign(to), `#/send?wallet=${payer}`)
    await theirs.at('Send')
    await theirs.type('Address of the recipient', BOB)
    await theirs.type('Amount', amount)
    await theirs.press('Review')
    await theirs.at('Review the payment')
    await theirs.press('Confirm and send')
  }

  releaseTest('that a colleague asked for elsewhere is approved here, and stands in both as it is now', async () => {
    colleague = await openWallet({ direct: true })
    await colleague.give(gateway.origin)
    await colleague.create()
    await colleague.ask('profile.add', { origin: gateway.origin, name: 'Office', apiKey: gateway.tester.apiKey })
    const there = await colleague.open('dashboard.html')
    theirs = handsOn(there)
    await theirs.at('Home')
    await theyPay('4')
    await theirs.sees('Waits for approval')
    const inbox = await colleague.open('dashboard.html#/approvals')
    const waiting = inbox.getByRole('list', { name: 'Payments that wait' }).getByRole('link')
    await expect.poll(() => waiting.count()).toBe(2)
    const { approvals } = await gateway.tester.api.listApprovals({})
    await open(approvals.find(({ transaction }) => transaction.amount === '4')?.transaction.id)
    await hands.press('Approve')
    await hands.hears('Approved. The payment is on its way.')
    await expect.poll(arrived).toBe(6_000_000n)
    await expect.poll(() => waiting.count()).toBe(1)
    await inbox.close()
    await theirs.sees(/^Settled$/)
  })

  releaseTest('is told in a browser that did not ask for it', async () => {
    await turnNotificationsOn(colleague)
    await theyPay('5')
    await theirs.sees('Waits for approval')
    const { transaction } = await gateway.tester.api.transfer({ walletId: payer, amount: '6', to: BOB })
    await rings(colleague, 'it is told', async () => (await told(colleague)).length > 0)
    expect(await told(colleague)).toEqual([expect.stringContaining(transaction.id)])
  })

  releaseTest('is refused where a person chose to allow nothing, and passes once that is taken back', async () => {
    const change = async (press: string, told: string) => {
      await page.evaluate(() => location.assign('#/policies'))
      await hands.follow('Change the policy of The account')
      await hands.press(press)
      await page.getByRole('dialog').getByText(told).first().waitFor()
      gateway.world.clock.pass(11 * 60_000)
      await hands.press('Save the policy')
      await hands.press('Use a passkey')
      await hands.hears('The policy is saved.')
    }
    await change('Allow nothing', 'Everything → Nothing')
    await theyPay('0.5')
    await theirs.sees(/Not allowed by the account.s policy \(verbs\)\. Nothing was sent\./)
    for (const verb of ['fund', 'mint', 'transfer', 'redeem']) {
      const body = { walletId: payer, amount: '0.5', ...(verb === 'transfer' && { to: BOB }) }
      const { error } = (await (await gateway.tester.ask('POST', `/${verb}`, body)).json()) as { error?: object }
      expect(error, verb).toMatchObject({ code: 'policy_denied', details: { rule: 'verbs' } })
    }
    expect(arrived()).toBe(6_000_000n)
    await change('Remove the policy', 'This lets more pass than before')
    await theyPay('0.5')
    await theirs.sees(/^Settled$/)
    expect(arrived()).toBe(6_500_000n)
  })

  test('is approved by nothing after its time, and both ends are told', async () => {
    const before = arrived()
    await open(ids[2])
    await signOnly()
    gateway.world.clock.pass(24 * 60 * 60_000)
    expect(await replayed(ids[2], await inSession(gateway.world, gateway.tester))).toBe('not_waiting')
    await hands.goTo('Home')
    await page.evaluate(() => location.assign('#/approvals'))
    await hands.sees('No payment waits for you.')
    await hands.sees('Rejected')
    await hands.sees('Approval expired')
    expect(arrived()).toBe(before)
    // The sign-in ended with the day.
    await hands.goTo('Security')
    await hands.press('Sign in with a passkey')
    await page.getByText('Laptop', { exact: true }).waitFor()
  })
})

test('it brings back a wallet whose key was revoked', async () => {
  await hands.press(/^Revoke Sotto wallet, Chrom/)
  await hands.press('Revoke key')
  await hands.goTo('Home')
  await hands.press('Refresh')
  await hands.press('Reconnect')
  await hands.press('Sign in with a passkey')
  await hands.hears('Connected again.')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('a passkey of the browser unlocks the wallet; so does the password', async () => {
  await hands.goTo('Security')
  await hands.press('Switch on unlocking with a passkey')
  await hands.hears('The passkey opens this wallet from now on.')
  await hands.press('Lock the wallet')
  await hands.at('Welcome back')
  await hands.press('Unlock with a passkey')
  await hands.at('Security')
  await hands.goTo('Home')
  await hands.sees('Savings')
  await hands.press('Lock the wallet')
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.press('Unlock')
  await hands.at('Home')
})

test('a passkey without secrets of its own cannot unlock, and the wallet says why', async () => {
  await hands.goTo('Security')
  await hands.press('Switch off unlocking with a passkey')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await hands.hears('The passkey no longer opens this wallet.')
  await authenticator.remove()
  authenticator = await virtualAuthenticator(context, page, false, false)
  await hands.press('Switch on unlocking with a passkey')
  await hands.alarmed('This passkey cannot unlock a wallet')
  await hands.press('Lock the wallet')
  await hands.at('Welcome back')
  expect(await hands.button('Unlock with a passkey').count()).toBe(0)
})

test('a passkey that is declined says so, and the password is still a way in', async () => {
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.press('Unlock')
  await hands.at('Security')
  await authenticator.verifies(false)
  await hands.press('Sign in with a passkey')
  await hands.alarmed('The passkey was not used')
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.sees(`Signed in as ${gateway.tester.email}`)
})
