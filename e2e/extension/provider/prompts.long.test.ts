import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../harness/until.ts'
import { answerAt, ask, begin, type Came, find } from './dapp-page.ts'
import { listening } from './listen.ts'
import { openScene, type Scene } from './scene.ts'
import type { Tab } from './stage.ts'

const CARD = 'sotto_requestAddressCard'

let scene: Scene
let stage: Scene['stage']

beforeAll(async () => {
  scene = await openScene({ direct: true })
  stage = scene.stage
})
afterAll(() => scene?.close())

/** A test that failed halfway must not stand in the way of the next. */
afterEach(async () => {
  if ((await stage.prompts()) > 0) await (await stage.prompt()).close()
})

describe('many requests of one page', () => {
  const many = (page: Tab, purpose: string) =>
    page.run<Came[]>(
      `Promise.all(Array.from({ length: 50 }, (_, index) => site.ask('${CARD}', { purpose: ${purpose} })))`,
    )

  test('50 different ones make three prompts; the others are told to wait', async () => {
    const { page } = await scene.openSite()
    const answers = many(page, `'number ' + index`)
    const prompt = await stage.prompt()
    await until('three', async () => (await scene.queued()) === 3)
    await prompt.shows('1 of 3')
    // A request after Allow gets no prompt.
    await until('the refusals', () => page.run(`site.answers.filter(({ count }) => count > 0).length === 47`))
    expect(await stage.prompts()).toBe(1)
    await prompt.press(/^Allow/)
    const came = await answers
    const refused = came.filter((each) => 'code' in each)
    expect(refused).toHaveLength(47)
    for (const each of refused) expect(each).toMatchObject({ code: -32005, data: { retryAfter: expect.any(Number) } })
    expect(new Set(came.filter((each) => 'value' in each).map((each) => JSON.stringify(each))).size).toBe(1)
    await scene.noPrompt()
    await page.close()
  })

  test('50 equal ones are one question, and all get its answer', async () => {
    const { page } = await scene.openSite()
    const answers = many(page, `'the same'`)
    const prompt = await stage.prompt()
    expect(await scene.queued()).toBe(1)
    await prompt.press(/^Allow/)
    const came = await answers
    expect(came.every((each) => 'value' in each)).toBe(true)
    expect((await stage.stored<unknown[]>('local', 'grants'))?.length).toBeGreaterThan(0)
    await scene.noPrompt()
    await page.close()
  })

  test('another method is told that the person is being asked', async () => {
    const { page } = await scene.openSite()
    const place = await begin(page, CARD)
    const prompt = await stage.prompt()
    expect(await ask(page, 'sotto_requestPermissions', [{ sotto_addressCard: {} }])).toMatchObject({ code: -32002 })
    await prompt.press(/^Refuse/)
    expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
    await scene.noPrompt()
    await page.close()
  })

  test('three refusals mute the site for a minute', async () => {
    const { page } = await scene.openSite()
    for (let times = 0; times < 3; times++) {
      const place = await begin(page, CARD)
      await (await stage.prompt()).press(/^Refuse/)
      expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
      await scene.noPrompt()
    }
    const muted = await ask(page, CARD)
    expect(muted).toMatchObject({ code: -32005 })
    expect((muted as { data: { retryAfter: number } }).data.retryAfter).toBeLessThanOrEqual(60)
    expect(await stage.prompts()).toBe(0)
    await page.close()
  })
})

test('two sites queue in one window, and each gets its own answer', async () => {
  const first = await scene.openSite()
  const second = await scene.openSite()
  const firstPlace = await begin(first.page, CARD)
  const prompt = await stage.prompt()
  await prompt.shows(new URL(first.site.origin).host)
  const secondPlace = await begin(second.page, CARD)
  await prompt.shows('1 of 2')
  expect(await stage.prompts()).toBe(1)
  await prompt.press(/^Allow/)
  expect(await answerAt(first.page, firstPlace)).toHaveProperty('value.nota')
  await prompt.shows(new URL(second.site.origin).host)
  await prompt.press(/^Refuse/)
  expect(await answerAt(second.page, secondPlace)).toMatchObject({ code: 4001 })
  expect(await ask(second.page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
  await scene.noPrompt()
  await Promise.all([first.page.close(), second.page.close()])
})

describe('a page that goes away while its prompt is open', () => {
  test('is not asked for any more, and the next page there gets nothing', async () => {
    const { site, page } = await scene.openSite()
    await begin(page, CARD)
    await stage.prompt()
    await page.go(`${site.origin}/next`)
    await scene.noPrompt()
    await find(page)
    const heard = await page.run<{ sotto?: string }[]>(listening(300, 'answered'))
    expect(heard.filter(({ sotto }) => sotto === 'answer')).toHaveLength(1)
    expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
    await page.close()
  })

  test('to another site, just the same', async () => {
    const { page } = await scene.openSite()
    const other = await scene.openSite()
    await begin(page, CARD)
    await stage.prompt()
    await page.go(`${other.site.origin}/`)
    await scene.noPrompt()
    await Promise.all([page.close(), other.page.close()])
  })

  test('nor is one that is closed', async () => {
    const { page } = await scene.openSite()
    await begin(page, CARD)
    await stage.prompt()
    await page.close()
    await scene.noPrompt()
  })
})

describe('a no needs', () => {
  const refused = async (page: Tab) => {
    const place = await begin(page, CARD)
    const prompt = await stage.prompt()
    await prompt.press(/^Refuse/)
    expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
    await scene.noPrompt()
  }

  test('no password', async () => {
    const { page } = await scene.openSite()
    await stage.ask('vault.lock')
    await refused(page)
    await stage.unlock()
    await page.close()
  })

  test('no gateway', async () => {
    const { page } = await scene.openSite()
    const connected = await stage.stored('local', 'profiles')
    await stage.store('local', 'profiles', { active: null, list: [] })
    await refused(page)
    await stage.store('local', 'profiles', connected)
    await page.close()
  })
})

test.each(['http://shop.example', 'http://10.0.0.1:3000', 'file:///etc/hosts', 'https://shop.example/path'])(
  'the wallet is not enabled on %s',
  async (origin) => {
    await expect(stage.ask('site.enable', { origin })).rejects.toMatchObject({ failure: { code: 'not_allowed' } })
  },
)

test('a page over http from elsewhere hears nothing', async () => {
  await stage.context.route('http://shop.example/**', (route) =>
    route.fulfill({ body: '<h1>Shop', contentType: 'text/html' }),
  )
  const page = await stage.open('http://shop.example/')
  expect(await page.run(listening(300))).toEqual([])
  await page.close()
})
