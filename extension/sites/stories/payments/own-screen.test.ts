import { beforeEach, describe, expect, test, vi } from 'vitest'
import { profiles } from '../../../gateway/profiles.ts'
import { intents } from '../../../intents/kept.ts'
import { connectGateway } from '../../../testing/open-wallet.ts'
import { address, asked, at, beginPaying, consent, NOTA, shown, until } from '../../testing/pay-story.ts'
import { active, OTHER, world } from '../../testing/site-story.ts'

beginPaying()

const destination = { is: 'request', requestId: 'r1', here: false, nota: NOTA, address }
const order = { verb: 'transfer', walletId: 'w1', amount: '28', token: 'cSTABLE', destination }

/** The button of a screen of the wallet that shows the request. */
const pressed = async (id: string = crypto.randomUUID()) =>
  world.ask('money.begin', { profileId: await active(), order, id })
const isPaid = (times: number) => until(() => expect(at.paid).toHaveLength(times))
const refused = { ok: false, failure: { code: 'request_paid' } }

/** Of another gateway: this one pays an address, and does not know of which request. */
const paidBySite = async () => {
  at.trust = 'trusted'
  const { answer } = await asked()
  await consent({ shown: { ...shown, trust: at.trust } })
  await answer
}

describe('a request that a site and a screen of the wallet show', () => {
  test('is not paid by the screen after the site', async () => {
    await paidBySite()
    expect(await pressed()).toMatchObject(refused)
    expect([at.paid.length, (await intents.get()).length]).toEqual([1, 1])
  })

  test('is paid once where both are pressed at the same time', async () => {
    at.trust = 'trusted'
    await asked()
    const both = await Promise.all([consent({ shown: { ...shown, trust: at.trust } }), pressed()])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject(refused)
    await isPaid(1)
    expect(await intents.get()).toHaveLength(1)
  })

  test('is paid once where two screens are pressed at the same time', async () => {
    const both = await Promise.all([pressed(), pressed()])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    await isPaid(1)
    expect(await intents.get()).toHaveLength(1)
  })

  test('is paid by two screens once, and the same press asks again as often as it likes', async () => {
    const id = crypto.randomUUID()
    expect(await pressed(id)).toMatchObject({ ok: true })
    expect(await pressed(id)).toMatchObject({ ok: true, value: { id } })
    expect(await pressed()).toMatchObject(refused)
    expect(await pressed(id)).toMatchObject({ ok: true, value: { id } })
    await isPaid(1)
  })

  test('is paid by the screen where the payment of the site failed', async () => {
    at.outcome = 'FAILED'
    await paidBySite()
    at.outcome = 'SETTLED'
    expect(await pressed()).toMatchObject({ ok: true })
    await isPaid(2)
  })

  test('is paid again where the payer chooses the amount', async () => {
    at.subject.amount = null
    await paidBySite()
    expect(await pressed()).toMatchObject({ ok: true })
    await isPaid(2)
  })

  test.each([
    ['PENDING', refused],
    ['SETTLED', { ok: true }],
  ] as const)('of which a stranger paid a part, after a payment that is %s', async (outcome, second) => {
    at.outcome = outcome
    await paidBySite()
    // As the gateway that signed it reads it, which does not count what another one has under way.
    Object.assign(at, { trust: 'this_gateway', page: { state: 'part', open: '18' } })
    expect(await pressed()).toMatchObject(second)
    await isPaid(second === refused ? 1 : 2)
  })

  test('is not paid again where the gateway cannot say whether it may be', async () => {
    await paidBySite()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await pressed()).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
    expect([at.paid.length, (await intents.get()).length]).toEqual([1, 1])
  })
})

describe('a request of a third gateway that was paid by the first', () => {
  beforeEach(async () => {
    await paidBySite()
    await connectGateway()
  })

  test('is not paid by the second, on a screen of the wallet', async () => {
    expect(await pressed()).toMatchObject(refused)
    expect([at.paid.length, (await intents.get()).length]).toEqual([1, 1])
  })

  test('is not paid by the second for another site', async () => {
    await asked(OTHER)
    expect(await consent({ shown: { ...shown, trust: at.trust } })).toMatchObject(refused)
    expect([at.paid.length, (await intents.get()).length]).toEqual([1, 1])
  })

  test('is followed by the first alone', async () => {
    const { list } = await profiles.get()
    const followed = list.map(({ id }) => world.ask('money.list', { profileId: id }))
    expect((await Promise.all(followed)).map(({ value }) => value)).toMatchObject([[{ state: 'accepted' }], []])
  })
})
