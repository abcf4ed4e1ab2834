import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../harness/until.ts'
import { answerAt, begin } from './dapp-page.ts'
import { openScene, type Scene } from './scene.ts'
import type { Tab } from './stage.ts'

/** What Pay would do changes while a person looks at it: at no time does a press pay what they had no time to see. */
let scene: Scene
let stage: Scene['stage']
let api: Scene['gateway']['tester']['api']
let till: string
let savings: string

const newWallet = async (label: string) => (await api.createWallet({ type: 'custodial', label })).wallet.id
const fill = async (walletId: string) => {
  await api.fund({ walletId, amount: '200' })
  await api.mint({ walletId, amount: '200' })
}

beforeAll(async () => {
  scene = await openScene({ direct: true })
  stage = scene.stage
  api = scene.gateway.tester.api
  till = await newWallet('Till')
  savings = await newWallet('Savings')
  await fill(scene.walletId)
  await fill(savings)
})
afterAll(() => scene?.close())

/** A test that failed halfway must not stand in the way of the next. */
afterEach(async () => {
  if ((await stage.prompts()) > 0) await (await stage.prompt()).close()
})

/** A page asks for 28; answers the request's ID and address, and the place of the answer. */
async function asksFor28(page: Tab) {
  const { request } = await api.createRequest({ walletId: till, amount: '28' })
  const { nota } = await api.getRequestNota({ id: request.id })
  return {
    id: request.id,
    address: request.address,
    place: await begin(page, 'sotto_requestPayment', [{ request: nota }]),
  }
}

/** The question, once it was read and Pay is active. */
async function readQuestion(): Promise<Tab> {
  const prompt = await stage.prompt()
  await prompt.shows('Balance afterwards')
  await prompt.run('scrollTo(0, document.documentElement.scrollHeight)')
  await isActive(prompt, /^Pay 28/)
  return prompt
}
const isActive = (prompt: Tab, name: RegExp) =>
  until(`${name} is active`, () => stage.pageOf(prompt).getByRole('button', { name }).isEnabled())
const walletIn = (prompt: Tab) => stage.pageOf(prompt).getByLabel('From wallet')
const payerOf = async (requestId: string) =>
  (await api.listTransactions({ pageSize: 100 })).items.find((each) => each.requestId === requestId)?.walletId

/** A first payment to the site, from another wallet than the primary one. */
async function paysFromSavings(page: Tab) {
  const asked = await asksFor28(page)
  const prompt = await readQuestion()
  await walletIn(prompt).selectOption(savings)
  await prompt.press(/^Pay 28/)
  expect(await answerAt(page, asked.place)).toEqual({ value: { status: 'settled' } })
  await scene.noPrompt()
  return asked
}

test('the wallet that pays stays when it becomes known that the site was paid from another one', async () => {
  const { page } = await scene.openSite()
  const one = await paysFromSavings(page)

  // Where two questions wait, the second one is shown before the payment of the first is known.
  const known = await stage.stored('local', 'grants')
  await stage.store('local', 'grants', [])
  const two = await asksFor28(page)
  const second = await readQuestion()
  expect(await walletIn(second).inputValue()).toBe(scene.walletId)
  await stage.store('local', 'grants', known)
  await second.shows('You last paid here')
  expect(await walletIn(second).inputValue()).toBe(scene.walletId)
  await second.press(/^Pay 28/)
  expect(await answerAt(page, two.place)).toEqual({ value: { status: 'settled' } })
  expect([await payerOf(one.id), await payerOf(two.id)]).toEqual([savings, scene.walletId])
  await page.close()
})

test('a known site is paid from the wallet that paid it before', async () => {
  const { page } = await scene.openSite()
  await paysFromSavings(page)
  const two = await asksFor28(page)
  const second = await readQuestion()
  expect(await walletIn(second).inputValue()).toBe(savings)
  await second.press(/^Refuse/)
  expect(await answerAt(page, two.place)).toMatchObject({ code: 4001 })
  await page.close()
})

test('a request that asks for another amount by now is shown, and Pay is not active at once', async () => {
  const { page } = await scene.openSite()
  const { id, address, place } = await asksFor28(page)
  const prompt = await readQuestion()
  await api.transfer({ walletId: savings, to: address, token: 'cSTABLE', amount: '10' })
  await until('a part is paid', async () => (await api.getRequest({ id })).request.received === '10')
  const changed = prompt.run(`new Promise((resolve) => {
    const look = () => {
      const pay = document.querySelector('.approve-answers .button-main')
      if (pay.textContent.startsWith('Pay 18') && pay.ariaBusy !== 'true') resolve(pay.ariaDisabled)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })`)
  await prompt.press(/^Pay 28/)
  expect(await changed).toBe('true')
  await isActive(prompt, /^Pay 18/)
  await prompt.press(/^Refuse/)
  expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
  await page.close()
})
