import { expect, test } from 'vitest'
import { codes } from '../../../provider/protocol.ts'
import { calm } from '../../../testing/calm.ts'
import { asked, at, beginPaying, consent, NOTA, until } from '../../testing/pay-story.ts'
import { answers, SHOP, waiting, world } from '../../testing/site-story.ts'

beginPaying()

test('a page that is left while its payment is made is told that it may be', async () => {
  at.hold = new Promise(() => {})
  const { page } = await asked()
  await consent()
  await until(() => expect(at.paid).toHaveLength(1))
  page.leave()
  page.comeBack()
  await until(() => expect(answers(page)).toMatchObject([{ value: { status: 'submitted' } }]))
})

test.each<[string, () => Promise<unknown>]>([
  ['while the person is asked', async () => undefined],
  [
    'after the person allowed what has changed meanwhile',
    async () => {
      at.page = { state: 'cancelled', open: '28' }
      expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_paid' } })
    },
  ],
])('a page that is left %s is told that nothing was paid, and that is so', async (_, meanwhile) => {
  const { page } = await asked()
  await meanwhile()
  page.leave()
  page.comeBack()
  await until(async () => expect(await waiting()).toEqual([]))
  expect(answers(page)).toMatchObject([{ failure: { code: codes.away } }])
  expect([at.paid, world.windows.size]).toEqual([[], 0])
})

test('a page of which nothing is heard is not paid for, until it says that it waits', async () => {
  const { page, answer } = await asked()
  // Another page in the same tab, for example, of which it is not known yet whether a bridge stands in it.
  world.failing.busyTab = page.tabId
  expect(await consent()).toMatchObject({ ok: false, failure: { code: 'unknown_approval' } })
  expect([at.paid, (await waiting()).length]).toEqual([[], 1])
  world.failing.busyTab = 0
  await consent()
  expect((await answer).value).toEqual({ status: 'settled' })
})

test('a page that joined the question while the consent to it was carried out is told so as well', async () => {
  await asked()
  const second = world.open(SHOP)
  await calm()
  const { inTurn } = await import('../../turn.ts')
  const { promise, resolve } = Promise.withResolvers<void>()
  void inTurn(() => promise)
  const answer = second.ask('sotto_requestPayment', [{ request: NOTA }])
  await calm()
  at.hold = new Promise(() => {})
  const paying = consent()
  await calm()
  resolve()
  expect(await paying).toMatchObject({ ok: true })
  await until(() => expect(at.paid).toHaveLength(1))
  second.leave()
  expect((await answer).value).toEqual({ status: 'submitted' })
})
