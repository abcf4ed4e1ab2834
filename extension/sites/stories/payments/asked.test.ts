import { describe, expect, test } from 'vitest'
import { intents } from '../../../intents/kept.ts'
import { codes } from '../../../provider/protocol.ts'
import { calm } from '../../../testing/calm.ts'
import { unlock } from '../../../testing/open-wallet.ts'
import { unlocked } from '../../../vault/state.ts'
import { grants } from '../../grants.ts'
import {
  address,
  ask,
  asked,
  at,
  beginPaying,
  consent,
  NOTA,
  opened,
  paidOnce,
  shown,
  until,
} from '../../testing/pay-story.ts'
import { active, answers, GATEWAY, OTHER, prompt, refuse, SHOP, waiting, world } from '../../testing/site-story.ts'

beginPaying()

describe('a page that asks for a payment', () => {
  test('is told that it is settled, and nothing else; the site is known from then on', async () => {
    const { page, answer } = await asked()
    expect([await prompt(), world.windows.size]).toMatchObject([{ request: NOTA, purpose: null }, 1])
    expect(await consent()).toMatchObject({ ok: true })
    expect((await answer).value).toEqual({ status: 'settled' })
    expect(at.paid).toMatchObject([{ walletId: 'w1', amount: '28', token: 'cSTABLE', requestId: 'r1' }])
    expect(at.paid[0]).not.toHaveProperty('to')
    expect(await grants.get()).toMatchObject([{ origin: SHOP, capability: 'sotto_payments', walletId: 'w1' }])
    expect(await (await ask(page, null, 'sotto_getAddressCard')).answer).toMatchObject({ failure: { code: 4100 } })
    expect([await waiting(), world.windows.size]).toEqual([[], 0])
  })

  test('gets the receipt where the person ticked it', async () => {
    const { answer } = await asked()
    await consent({ receipt: true })
    expect((await answer).value).toEqual({ status: 'settled', receipt: 'the receipt' })
  })

  test.each([
    ['PENDING', 'submitted'],
    ['FAILED', 'refused'],
    ['refused', 'refused'],
  ] as const)('whose payment is %s is told %s', async (comes, status) => {
    at.outcome = comes
    const { answer } = await asked()
    await consent({ receipt: true })
    expect((await answer).value).toEqual({ status })
    // A site that was not paid is not known.
    expect(await grants.get()).toHaveLength(status === 'refused' ? 0 : 1)
  })

  test('by the address of the request’s page pays the same', async () => {
    const { answer } = await asked(SHOP, `${GATEWAY}/pay/token`)
    await consent()
    expect((await answer).value).toEqual({ status: 'settled' })
  })

  test('gets 4001 where the person refuses, and nothing is paid', async () => {
    const { answer } = await asked()
    await refuse()
    expect((await answer).failure?.code).toBe(codes.refused)
    expect([at.paid, await intents.get(), await grants.get()]).toEqual([[], [], []])
  })

  test.each([
    ['an amount beside the request', [{ request: NOTA, amount: '1' }]],
    ['a receiver beside it', [{ request: NOTA, to: address }]],
    ['an address alone', [{ request: address }]],
    ['a page with a query', [{ request: `${GATEWAY}/pay/token?amount=1` }]],
    ['nothing', []],
    ['two requests', [{ request: NOTA }, { request: NOTA }]],
  ])('with %s is not heard', async (_, params) => {
    const page = await opened()
    expect((await (await ask(page, params)).answer).failure?.code).toBe(codes.badParameters)
    expect(world.windows.size).toBe(0)
  })
})

describe('once paid', () => {
  test('asked again, from another tab too and by another file of the request, it is not paid again', async () => {
    await paidOnce()
    const second = world.open(SHOP)
    await calm()
    for (const request of [NOTA, `${NOTA}-again`, `${GATEWAY}/pay/token`])
      expect((await (await ask(second, [{ request }])).answer).value).toEqual({ status: 'settled' })
    expect([at.paid.length, world.windows.size]).toEqual([1, 0])
  })

  test.each([
    ['the same file', NOTA, 1],
    ['the file and the address of the page', `${GATEWAY}/pay/token`, 2],
  ])('two tabs that ask at once with %s are one payment', async (_, text, questions) => {
    const { page: first, answer } = await asked()
    const { answer: second } = await ask(world.open(SHOP), [{ request: text }])
    expect(await waiting()).toHaveLength(questions)
    expect(await consent()).toMatchObject({ ok: true })
    expect((await answer).value).toEqual({ status: 'settled' })
    expect((await second).value).toEqual({ status: 'settled' })
    expect(await waiting()).toEqual([])
    expect([at.paid.length, answers(first).length]).toEqual([1, 1])
  })

  test('another site is asked about anew, and its consent pays nothing', async () => {
    await paidOnce()
    await asked(OTHER)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_paid' } })
    expect(at.paid).toHaveLength(1)
  })

  test('two consents to one question are one payment', async () => {
    const { answer } = await asked()
    const { id } = await prompt()
    const input = { id, allow: true, profileId: await active(), walletId: 'w1', shown, receipt: false }
    await Promise.all([world.ask('approval.decide', input), world.ask('approval.decide', input)])
    expect((await answer).value).toEqual({ status: 'settled' })
    expect(at.paid).toHaveLength(1)
  })

  test('while the wallet is locked, the site is told after the unlock, and nobody is asked', async () => {
    const page = await paidOnce()
    await world.ask('vault.lock')
    const { answer: again } = await ask(page, [{ request: NOTA }])
    expect(await waiting()).toHaveLength(1)
    await unlock()
    const { tellPayments } = await import('../../payments/told.ts')
    await tellPayments()
    expect((await again).value).toEqual({ status: 'settled' })
    expect(at.paid).toHaveLength(1)
  })

  test('a lock that comes while the gateway has it leaves the site to know that it was submitted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    at.hold = promise
    const { answer } = await asked()
    await consent()
    await until(() => expect(at.paid).toHaveLength(1))
    await world.ask('vault.lock')
    resolve()
    expect((await answer).value).toEqual({ status: 'submitted' })
  })

  test('a worker that starts while the wallet is locked tells the site so much, too', async () => {
    at.hold = new Promise(() => {})
    const { page } = await asked()
    await consent()
    await until(() => expect(at.paid).toHaveLength(1))
    world.kill()
    await unlocked.set(null)
    await world.worker()
    await until(() => expect(answers(page)).toMatchObject([{ value: { status: 'submitted' } }]))
  })

  test('a site that floods with it is told to wait', async () => {
    const page = await paidOnce()
    const said = []
    for (let at = 0; at < 30; at++) said.push(await (await ask(page, [{ request: NOTA }])).answer)
    expect(said.filter(({ failure }) => failure?.code === codes.tooMany).length).toBeGreaterThan(5)
  })
})

test('what the site was paid is taken back by itself, apart from the address card', async () => {
  const page = await paidOnce()
  await (await ask(page, [{ sotto_addressCard: {} }], 'sotto_revokePermissions')).answer
  expect(await grants.get()).toHaveLength(1)
  await (await ask(page, [{ sotto_payments: {} }], 'sotto_revokePermissions')).answer
  expect(await grants.get()).toEqual([])
})

test('a site that is disabled while it is paid is told how that goes, and is not known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  at.hold = promise
  const { answer } = await asked()
  await consent()
  await until(() => expect(at.paid).toHaveLength(1))
  await world.ask('site.disable', { origin: SHOP })
  resolve()
  expect((await answer).value).toEqual({ status: 'settled' })
  expect(await grants.get()).toEqual([])
})

test('fifty requests at once are three questions in one window', async () => {
  const { page } = await asked()
  for (let at = 0; at < 50; at++) await ask(page, [{ request: `eyJo.request.${at}` }])
  expect([(await waiting()).length, world.windows.size]).toEqual([3, 1])
})
