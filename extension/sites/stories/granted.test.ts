import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { grants } from '../grants.ts'
import { allow, ask, asking, beginAnew, card, eventNames, gateway, OTHER, waiting } from '../testing/site-story.ts'

beginAnew()

const missing = () => Response.json({ ok: false, error: { code: 'not_found', message: 'Not found.' } }, { status: 404 })

describe('a page with a grant', () => {
  test('revokes its own grant, and that of no other', async () => {
    const { page } = await asking()
    await allow()
    const { page: other } = await asking(OTHER)
    await allow()
    const wish = [{ sotto_addressCard: {} }]
    expect(await (await ask(page, wish, 'sotto_revokePermissions')).answer).toMatchObject({ value: null })
    expect((await grants.get()).map(({ origin }) => origin)).toEqual([OTHER])
    expect(eventNames(page).slice(-2)).toEqual(['addressCardRevoked', 'permissionsChanged'])
    expect(eventNames(other)).not.toContain('addressCardRevoked')
  })

  test('reads its card twenty times a minute, and then has to wait', async () => {
    const { page } = await asking()
    await allow()
    let reads = 0
    gateway.answer = async (url) => {
      reads++
      return card(url)
    }
    for (let at = 0; at < 20; at++) await (await ask(page, null, 'sotto_getAddressCard')).answer
    const late = await (await ask(page, null, 'sotto_getAddressCard')).answer
    expect(late.failure).toMatchObject({ code: codes.tooMany, data: { retryAfter: expect.any(Number) } })
    expect(reads).toBe(20)
  })

  test('learns that its wallet is gone, and may ask again', async () => {
    const { page } = await asking()
    await allow()
    gateway.answer = async () => missing()
    expect((await (await ask(page, null, 'sotto_getAddressCard')).answer).failure?.code).toBe(codes.notGranted)
    expect(await grants.get()).toEqual([])
    await ask(page)
    expect(await waiting()).toHaveLength(1)
  })

  test('learns that the gateway is away; its grant stays, and nobody is asked', async () => {
    const { page } = await asking()
    await allow()
    gateway.answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    for (const method of ['sotto_getAddressCard', 'sotto_requestAddressCard'])
      expect((await (await ask(page, null, method)).answer).failure?.code).toBe(codes.away)
    expect([(await grants.get()).length, await waiting()]).toEqual([1, []])
  })
})
