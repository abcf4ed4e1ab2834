import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { begunIn } from '#gateway/batches/run/lane.ts'
import { round } from '#gateway/batches/run/run-batches.ts'
import { createTester, type Tester, walletWithMoney } from '#gateway/testing/test-world.ts'
import { round as workerRound } from '#gateway/transactions/worker.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { fileOf, type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** Many payments from a file: checked, mended, reviewed, paid by the gateway's rounds, and their results. */
const folder = temporaryFolder()
let gateway: Gateway
let wallet: Wallet
let page: Page
let second: Page
let hands: Hands
const flaws: string[] = []

const to = (digit: number) => `0x${String(digit).repeat(40)}`
const HEADER = 'Mitarbeiter;Lohn;Adresse;Verwendungszweck'

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const till = await walletWithMoney(gateway.tester)
  await gateway.tester.api.patchWallet({ id: till.id, label: 'Till' })
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey: gateway.tester.apiKey })
  page = await wallet.open('dashboard.html')
  page.on('pageerror', (error) => flaws.push(error.message))
  hands = handsOn(page)
  await lookNormal(page)
  await hands.at('Home')
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
  folder.remove()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.error(flaws, await (page.isClosed() ? second : page).locator('body').ariaSnapshot())
})

const look = async (screen: string) => void flaws.push(...(await flawsOf(page, screen)))
const batches = async () => (await gateway.tester.api.listBatches({})).items
const paidTo = (digit: number) => gateway.world.chain.ledger.confidentialOf(to(digit) as `0x${string}`)

/** What the gateway's worker does in a while. */
async function rounds(): Promise<void> {
  await round(gateway.world)
  await Promise.all(begunIn(gateway.world))
  gateway.world.clock.pass(2_000)
  await workerRound(gateway.world)
}

/** What is read while the worker goes on. */
const whileWorking = <T>(read: () => Promise<T>) =>
  expect.poll(async () => {
    await rounds()
    return read()
  })

test('a file whose columns are not known by their names is refused with what to choose, and nothing is made', async () => {
  await hands.goTo('Send')
  await hands.follow('Pay many')
  await hands.at('Batches')
  await hands.sees('You have not paid a batch yet.')
  await look('no batch')
  await hands.follow('New batch')
  await hands.at('Pay many at once')
  await look('new batch')
  await hands.press('Check the file')
  await hands.alarmed('Choose a file first.')
  const lines = [HEADER, `Ada;2;${to(1)};June`, `Bob;1,5;${to(2)};June`, `Ada;2;${to(1)};June`, `Eve;3;${to(3)};June`]
  await hands.drop(fileOf(folder.path, 'payroll.csv', lines.join('\r\n')))
  await hands.sees('Table (CSV)')
  await hands.press('Check the file')
  await hands.alarmed('no column is known as the amount')
  expect(await batches()).toEqual([])
})

test('its report names each complaint by line and column, and what may be paid twice', async () => {
  await hands.field('Amount').selectOption('Lohn')
  await hands.type('Name', 'June')
  await look('new batch, a file')
  await hands.press('Check the file')
  await hands.hears('The file is checked. Nothing is paid yet.')
  await hands.at('June')
  const complaints = page.getByRole('region', { name: 'Rows that cannot be paid' })
  await complaints.getByText('Row 2 · Line 3Lohn').waitFor()
  await complaints.getByText('Write a decimal point').waitFor()
  await page.getByRole('region', { name: 'Perhaps paid twice' }).getByText('as row 1').waitFor()
  await look('draft')
  expect(await batches()).toMatchObject([{ name: 'June', status: 'DRAFT', rows: 4 }])
})

test('it is paid once its doubts are ticked, and not before; every row that can be, once', async () => {
  await hands.press('Review')
  await hands.at('Review the batch')
  await look('review of a batch')
  await hands.press('Pay 3 rows')
  await hands.alarmed('Tick this to go on.')
  await hands.field('Pay the others without the rows that cannot be paid').check()
  await hands.press('Pay 3 rows')
  await hands.alarmed('Tick this to go on.')
  await rounds()
  expect([await batches(), paidTo(1)]).toMatchObject([[{ status: 'DRAFT' }], 0n])
  await hands.field('I have looked at the rows that may be paid twice: they are meant').check()
  await hands.press('Pay 3 rows')
  await hands.hears('The batch is started.')
  await hands.at('June')
})

test('it is paused and goes on as a person says, and its screen follows it to the end', async () => {
  await hands.press('Pause')
  await hands.hears('Paused.')
  await rounds()
  expect(paidTo(1)).toBe(0n)
  await look('batch, paused')
  await hands.press('Go on')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 payments').waitFor()
  const [till] = (await gateway.tester.api.listWallets({})).wallets
  await gateway.tester.api.transfer({ walletId: till?.id ?? '', amount: '3', token: 'cSTABLE', to: to(3) })
  const goOn = dialog.getByRole('button', { name: 'Go on' })
  await goOn.click()
  await dialog.getByText('1 row may be paid twice').waitFor()
  await dialog.getByRole('link', { name: 'as a payment' }).waitFor()
  await look('go on, paid elsewhere')
  await goOn.click()
  await hands.alarmed('Tick this to go on.')
  expect((await batches())[0]?.status).toBe('PAUSED')
  await hands.field('I have looked at the rows that may be paid twice: they are meant').check()
  await goOn.click()
  await hands.hears('The batch goes on.')
  await whileWorking(async () => (await batches())[0]?.status).toBe('DONE')
  await hands.hears('The batch has ended.')
  await hands.sees('3 of 3 payments')
  expect([paidTo(1), paidTo(2), paidTo(3)]).toEqual([4_000_000n, 0n, 6_000_000n])
  await look('batch, done')
})

test('its results are saved as CSV, as pain.002, and with all receipts as one archive, under names that tell nothing', async () => {
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), hands.press(name)])
    const bytes = readFileSync(await download.path())
    return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') }
  }
  const csv = await saved('Download CSV')
  expect(csv.name).toMatch(/^batch-[\w-]{10}\.csv$/)
  expect(csv.text.match(/SETTLED/g)).toHaveLength(3)
  const report = await saved('Download pain.002')
  expect(report.name).toMatch(/^batch-[\w-]{10}\.xml$/)
  expect(report.text.match(/ACSC/g)).toHaveLength(3)
  const all = await saved('Download all, with receipts (ZIP)')
  const inside = unzipSync(all.bytes)
  const receipts = Object.keys(inside).filter((name) => /^receipts\/\d+-[\w-]+\.nota$/.test(name))
  expect([...Object.keys(inside)].sort()).toEqual([csv.name, report.name, ...receipts].sort())
  expect(receipts).toHaveLength(3)
  expect(strFromU8(inside[csv.name] ?? new Uint8Array())).toBe(csv.text)
  for (const name of receipts) {
    const nota = strFromU8(inside[name] ?? new Uint8Array())
    expect(await gateway.tester.api.verifyNota({ nota })).toMatchObject({ type: 'receipt', valid: true })
  }
})

test('a draft that is thrown away is never paid, and no screen had a flaw', async () => {
  await hands.goTo('Send')
  await hands.follow('Pay many')
  await hands.follow('New batch')
  await hands.sees('Drop a CSV or pain.001 file here')
  await hands.drop(fileOf(folder.path, 'two.csv', `amount,to\n1,${to(4)}`))
  await hands.sees('two.csv')
  await hands.press('Check the file')
  await hands.press('Throw the draft away')
  await page.getByRole('dialog').getByRole('button', { name: 'Throw the draft away' }).click()
  await hands.hears('The batch is cancelled.')
  await rounds()
  expect(paidTo(4)).toBe(0n)
  await page.getByRole('link', { name: 'Back' }).click()
  await hands.at('Batches')
  await hands.sees('2 batches')
  await look('batches')
  expect(flaws).toEqual([])
})

describe.each(isLong ? ['a way that is slow'] : [])('on %s', () => {
  let other: Tester
  let till: { id: string }

  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ walletId: till.id, amount: '0.01', to: to(7), memo: `${index}` }))
  const draft = async (count: number) => (await other.api.createBatch({ rows: rows(count) })).batch
  const isFor = (path: string) => (seen: { path: string }) => seen.path.startsWith(`/api/v1/${path}`)
  const isFocused = (there: Locator) => there.evaluate((element) => element === document.activeElement)

  beforeAll(async () => {
    other = await createTester(gateway.world, {}, gateway.tester.app)
    till = await walletWithMoney(other)
    await other.api.patchWallet({ id: till.id, label: 'Other till' })
    await page.close()
    await wallet.ask('profile.add', { origin: gateway.origin, name: 'Work', apiKey: other.apiKey })
  })

  test('a file that is dropped before the wallets are there is kept; a review waits until they are named', async () => {
    const { id } = await draft(1)
    const balances = wallet.wire.stop('request', isFor('balances'))
    second = await wallet.open('dashboard.html#/batches?make=')
    hands = handsOn(second)
    await hands.sees('Drop a CSV or pain.001 file here')
    await balances.reached
    await hands.drop(fileOf(folder.path, 'early.csv', `amount,to\n1,${to(4)}`))
    await hands.sees('early.csv')
    await hands.at('Pay many at once')
    await second.evaluate(`location.hash = '#/batches?id=${id}'`)
    await second.getByRole('region', { name: 'What is paid, by wallet' }).getByText('Loading…').first().waitFor()
    await hands.press('Review')
    await hands.at('Review the batch')
    expect(await hands.button('Pay 1 row').count()).toBe(0)
    balances.open()
    await hands.button('Pay 1 row').waitFor()
    await hands.sees('Other till')
  })

  test('while another page of rows loads the focus stays on its button', async () => {
    const { id } = await draft(45)
    await second.evaluate(`location.hash = '#/batches?id=${id}'`)
    const later = hands.button('Later rows')
    await hands.sees('Rows 1 to 20 of 45')
    await later.focus()
    for (const [page, shown] of [
      [2, 'Rows 21 to 40 of 45'],
      [3, 'Rows 41 to 45 of 45'],
    ]) {
      const held = wallet.wire.stop('request', isFor(`batches/${id}/rows?page=${page}&`))
      await second.keyboard.press('Enter')
      await held.reached
      await hands.sees(String(shown))
      expect(await isFocused(later)).toBe(true)
      held.open()
      await hands.sees(`Row ${Number(page) * 20 - 15}`)
      expect(await isFocused(later)).toBe(true)
    }
  })

  test('sums of five tokens are five sums', async () => {
    const batch = await draft(1)
    const [total] = batch.report.totals
    const tokens = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
    const report = { ...batch.report, totals: tokens.map((token) => ({ ...total, token })) }
    const answer = JSON.stringify({ ok: true, data: { batch: { ...batch, report } } })
    const end = wallet.wire.reply(
      ({ path }) => path === `/api/v1/batches/${batch.id}`,
      (response) => response.setHeader('content-type', 'application/json').end(answer),
    )
    await second.evaluate(`location.hash = '#/batches?id=${batch.id}'`)
    const sums = second.locator('.batch-head .batch-sums')
    await sums.getByText('ONE').waitFor()
    expect((await sums.innerText()).match(/ONE|TWO|THREE|FOUR|FIVE/g)).toEqual(tokens)
    end()
  })

  test('a batch that was started in a popup goes on without it, and the next popup shows how far it is', async () => {
    const named = rows(40).map((row, index) => ({ ...row, externalId: `${index}` }))
    const { id } = (await other.api.createBatch({ rows: named, name: 'July' })).batch
    const settled = async () => {
      const { progress } = (await other.api.getBatch({ id })).batch
      return progress.find(({ status }) => status === 'SETTLED')?.rows ?? 0
    }
    const reopened = async (at: string) => {
      await second.close()
      second = await wallet.open(`popup.html#/batches${at}`)
      hands = handsOn(second)
    }
    await reopened(`?id=${id}`)
    await hands.press('Review')
    await hands.press('Pay 40 rows')
    await hands.sees('0 of 40 payments')
    await second.goto('about:blank')
    await whileWorking(settled).toBeGreaterThan(0)
    const paid = await settled()
    expect(paid).toBeLessThan(40)
    await reopened('')
    await hands.follow('July')
    await hands.sees(`${paid} of 40 payments`)
    expect(await second.getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBe(`${paid}`)
    await whileWorking(settled).toBe(40)
    await hands.hears('The batch has ended.')
    await hands.sees('40 of 40 payments')
  })
})
