import { describe, expect, test } from 'vitest'
import { profiles } from '../gateway/profiles.ts'
import { newProfile } from '../testing/open-wallet.ts'
import { transactionOf } from './testing/fake-gateway.ts'
import { begin, gateway, MINUTE, opened, pass, payAnew, runOn, transfer, worker } from './testing/payment-world.ts'

payAnew()

describe('the gateway says no', () => {
  const noCover = { status: 400, code: 'validation_error', details: [{ path: 'amount', message: 'No cover.' }] }

  test('at once: refused, with its reason, and never sent again', async () => {
    const { id } = await begin()
    gateway.refuses(noCover)
    const refused = await runOn(id)
    expect(refused).toMatchObject({ state: 'refused', failure: { code: 'validation_error', details: noCover.details } })
    expect(gateway.posts).toHaveLength(1)
  })

  test('with a record: the record counts, and its failure is kept', async () => {
    const { id } = await begin()
    const transaction = transactionOf(
      0,
      new URL(`${newProfile().origin}/api/v1/transfer`),
      { ...transfer, externalId: id },
      'FAILED',
    )
    gateway.fates.post = [{ status: 502, code: 'transfer_failed', details: { transaction } }]
    await worker.advance(id)
    expect(await opened(id)).toMatchObject({ state: 'accepted', terminal: true, failure: { code: 'transfer_failed' } })
    expect((await opened(id)).failure).not.toHaveProperty('details')
  })

  test('after a try whose answer was lost and that was not taken: refused', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away']
    gateway.refuses(noCover)
    expect(await runOn(id)).toMatchObject({ state: 'refused', sent: 2 })
  })

  test('because an earlier try got through after all, and used up the cover: that one is found', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', { ...noCover, taken: true }]
    await worker.advance(id)
    pass(MINUTE)
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', transactionId: 't0' })
  })

  test('and then cannot be asked whether an earlier try was taken: not known, and not called refused', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', noCover]
    await worker.advance(id)
    pass(MINUTE)
    gateway.fates.look = ['answers', 'away']
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown', sent: 2 })
    expect((await opened(id)).failure).toMatchObject({ code: 'unreachable' })
  })

  test.each([
    ['not_found', 404],
    ['validation_error', 400],
    ['insufficient_scope', 403],
    ['invalid_api_key', 401],
  ])('to the look, with %s: that says nothing about the payment', async (code, status) => {
    const { id } = await begin()
    gateway.fates.post = ['lost']
    await worker.advance(id)
    pass(MINUTE)
    gateway.fates.look = [{ status, code }]
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown', sent: 1 })
    expect(await runOn(id)).toMatchObject({ state: 'accepted', sent: 1 })
    expect(gateway.made.size).toBe(1)
  })

  test('when it is asked how it goes: it goes on all the same', async () => {
    gateway.begins('SETTLING')
    const { id } = await begin()
    await worker.advance(id)
    gateway.fates.read = [{ status: 404, code: 'not_found' }]
    expect(await worker.advance(id)).toMatchObject({ state: 'accepted', terminal: false })
    expect(await opened(id)).toMatchObject({ failure: { code: 'not_found' }, transaction: { status: 'SETTLING' } })
    gateway.settles()
    expect(await runOn(id)).toMatchObject({ terminal: true, failure: null })
  })
})

describe('the gateway does not know the payment any more', () => {
  const forgotten = async (code = 'not_found') => {
    gateway.begins('SETTLING')
    const { id } = await begin()
    await worker.advance(id)
    gateway.fates.read = [{ status: code === 'not_found' ? 404 : 503, code }]
    await worker.advance(id)
    return id
  }

  test('the person may stop following it: it is neither asked for nor sent again', async () => {
    const id = await forgotten()
    expect(await worker.leave(id)).toMatchObject({ state: 'left', transactionId: 't0' })
    gateway.settles()
    expect(await runOn(id)).toMatchObject({ state: 'left', transaction: { status: 'SETTLING' } })
    expect(gateway.posts).toHaveLength(1)
  })

  test('and then shows it again: it goes on', async () => {
    const id = await forgotten()
    pass(MINUTE)
    await worker.advance(id)
    expect(await worker.leave(id)).toMatchObject({ state: 'accepted' })
  })

  test('while it only cannot be asked, it goes on', async () => {
    expect(await worker.leave(await forgotten('overloaded'))).toMatchObject({ state: 'accepted' })
  })
})

describe('the gateway does not know the key any more', () => {
  const revoked = { status: 401, code: 'invalid_api_key' }

  test('at the first try: refused, and the gateway is marked', async () => {
    const { id } = await begin()
    gateway.fates.post = [revoked]
    expect(await runOn(id)).toMatchObject({ state: 'refused', failure: { code: 'invalid_api_key' } })
    expect((await profiles.get()).list[0]?.state).toBe('rejected')
  })

  test('after a try whose answer was lost: it is taken up with the new key', async () => {
    const { id } = await begin()
    gateway.fates.post = ['away', revoked]
    gateway.fates.look = ['answers', revoked, revoked]
    await worker.advance(id)
    pass(MINUTE)
    expect(await worker.advance(id)).toMatchObject({ state: 'unknown' })
    expect(await runOn(id)).toMatchObject({ state: 'accepted' })
  })
})
