import { describe, expect, test } from 'vitest'
import { intents } from '../../../intents/kept.ts'
import { codes } from '../../../provider/protocol.ts'
import { connectGateway } from '../../../testing/open-wallet.ts'
import { grants } from '../../grants.ts'
import { address, asked, asksFor, at, beginPaying, consent, shown, until } from '../../testing/pay-story.ts'
import {
  active,
  answers,
  asking,
  GATEWAY,
  OTHER,
  prompt,
  refuse,
  SHOP,
  waiting,
  world,
} from '../../testing/site-story.ts'

beginPaying()

describe('nothing is paid', () => {
  test.each<[string, () => unknown, string]>([
    ['expires', () => (at.subject.expiresAt = '2020-01-01T00:00:00.000Z'), 'request_expired'],
    ['is paid by somebody else', () => (at.page = { state: 'paid', open: '0' }), 'request_paid'],
    ['is cancelled', () => (at.page = { state: 'cancelled', open: '28' }), 'request_paid'],
    ['is paid in part', () => (at.page = { state: 'part', open: '20' }), 'request_changed'],
    ['asks for more', () => asksFor('29'), 'request_changed'],
    ['asks for another currency', () => (at.subject.token = 'STABLE'), 'request_changed'],
    ['names another receiver', () => (at.subject.address = `0x${'2'.repeat(40)}`), 'request_changed'],
    ['is another one', () => (at.subject.id = 'r2'), 'request_changed'],
    ['is signed by somebody whom the gateway trusts no more', () => (at.trust = 'unknown'), 'request_changed'],
    ['is found to be broken', () => (at.broken = true), 'not_a_request'],
  ])('where the request %s while it is looked at', async (_, meanwhile, code) => {
    await asked()
    meanwhile()
    expect(await consent()).toMatchObject({ ok: false, failure: { code } })
    expect([at.paid, await intents.get()]).toEqual([[], []])
    expect(await waiting()).toHaveLength(1)
  })

  test('by a page’s address where the gateway did not sign what is behind it, or it is another gateway’s', async () => {
    at.trust = 'unknown'
    await asked(SHOP, `${GATEWAY}/pay/token`)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_changed' } })
    await asked(OTHER, 'https://elsewhere.example/pay/token')
    const [, second] = await waiting()
    expect(await consent({ id: second?.id })).toMatchObject({ ok: false, failure: { code: 'other_gateway' } })
    expect(at.paid).toEqual([])
  })

  test('by the address of a page whose request has ended: the gateway has no file of it any more', async () => {
    await asked(SHOP, `${GATEWAY}/pay/token`)
    at.ended = true
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'request_paid' } })
    expect(at.paid).toEqual([])
  })

  test('by a consent to an address card, nor is a card given by a consent to a payment', async () => {
    await asked()
    const { id } = await prompt()
    const card = { id, allow: true, profileId: await active(), walletId: 'w1', days: null }
    expect(await world.ask('approval.decide', card)).toMatchObject({ ok: false, failure: { code: 'not_allowed' } })
    await refuse()
    await asking(OTHER)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'not_allowed' } })
    expect([at.paid, await grants.get()]).toEqual([[], []])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the wallet is locked', () => world.ask('vault.lock')],
    ['another gateway is chosen', () => connectGateway()],
    ['the site is disabled', () => world.ask('site.disable', { origin: SHOP })],
  ])('where %s while it waits', async (_, meanwhile) => {
    const { page } = await asked()
    await meanwhile()
    await until(() => expect(answers(page)).toMatchObject([{ failure: { code: codes.away } }]))
    expect([at.paid, await waiting()]).toEqual([[], []])
  })

  test('to a page that crashed', async () => {
    const { page } = await asked()
    page.leave(true)
    expect(await consent()).toMatchObject({ ok: false, failure: { code: 'unknown_approval' } })
    expect(at.paid).toEqual([])
  })
})

test('a request of a signer whom nobody knows is paid at its address, once a person allowed it', async () => {
  at.trust = 'unknown'
  const { answer } = await asked()
  await consent({ shown: { ...shown, trust: at.trust } })
  expect((await answer).value).toEqual({ status: 'settled' })
  expect(at.paid).toMatchObject([{ to: address, amount: '28' }])
  expect(at.paid[0]).not.toHaveProperty('requestId')
})

test('a request of another gateway is paid though it spells its amount longer than the wallet does', async () => {
  at.trust = 'trusted'
  at.subject.amount = '28.50'
  const { answer } = await asked()
  expect(await consent({ shown: { ...shown, amount: '28.5', trust: at.trust } })).toMatchObject({ ok: true })
  expect((await answer).value).toEqual({ status: 'settled' })
  expect(at.paid).toMatchObject([{ to: address, amount: '28.5' }])
})

describe('the page of a request that does not tell the truth', () => {
  test.each<[string, () => unknown]>([
    ['that more is open than the request asks for', () => (at.page = { state: 'part', open: '9999' })],
    ['no amount at all', () => (at.page = { state: 'open', open: null })],
    ['an amount that is none', () => (at.page = { state: 'open', open: '-1' })],
    ['nothing that can be read', () => (at.page = '<h1>Paid')],
    ['more than anybody reads', () => (at.page = 'x'.repeat(1_000_000))],
  ])('and says %s changes nothing of what is paid', async (_, lie) => {
    lie()
    const { answer } = await asked()
    expect(await consent()).toMatchObject({ ok: true })
    expect((await answer).value).toEqual({ status: 'settled' })
    expect(at.paid).toMatchObject([{ amount: '28', requestId: 'r1' }])
  })

  test('and names an amount where the payer chooses changes nothing of that either', async () => {
    at.subject.amount = null
    at.page = { state: 'open', open: '9999' }
    const { answer } = await asked()
    await consent({ shown: { ...shown, amount: '7' } })
    await answer
    expect(at.paid).toMatchObject([{ amount: '7' }])
  })
})
