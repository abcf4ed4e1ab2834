import { describe, expect, test } from 'vitest'
import { codes } from '../../provider/protocol.ts'
import { ask, asking, beginAnew, OTHER, prompt, refuse, SHOP, waiting } from '../testing/site-story.ts'

beginAnew()

describe('a page that asks', () => {
  test.each<[string, string, unknown, number]>([
    ['an unknown method', 'eth_accounts', null, codes.unknownMethod],
    ['a method of every object', 'toString', null, codes.unknownMethod],
    ['a purpose that is too long', 'sotto_requestAddressCard', { purpose: 'x'.repeat(141) }, codes.badParameters],
    ['a purpose that is none', 'sotto_requestAddressCard', { purpose: ' ' }, codes.badParameters],
    ['a purpose that turns the text around', 'sotto_requestAddressCard', { purpose: 'a\u202eb' }, codes.badParameters],
    ['a purpose of several lines', 'sotto_requestAddressCard', { purpose: 'a\nb' }, codes.badParameters],
    ['a wallet of its choice', 'sotto_requestAddressCard', { walletId: 'w1' }, codes.badParameters],
    ['an origin of its choice', 'sotto_requestAddressCard', { origin: OTHER }, codes.badParameters],
    ['two wishes', 'sotto_requestAddressCard', [{}, {}], codes.badParameters],
    ['another capability', 'sotto_requestPermissions', [{ eth_accounts: {} }], codes.badParameters],
    ['no capability', 'sotto_requestPermissions', [], codes.badParameters],
    ['parameters where there are none', 'sotto_getInfo', [1], codes.badParameters],
    ['to revoke what is not there', 'sotto_revokePermissions', null, codes.badParameters],
    ['for a card that was not granted', 'sotto_getAddressCard', null, codes.notGranted],
  ])('%s is refused', async (_, method, params, code) => {
    const { page } = await asking(SHOP, { purpose: 'first' })
    await refuse()
    expect((await (await ask(page, params, method)).answer).failure?.code).toBe(code)
    expect(await waiting()).toEqual([])
  })

  test.each([
    ['nothing', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['an object in a list', [{}]],
  ])('%s is as good as no purpose', async (_, params) => {
    await asking(SHOP, params)
    expect((await prompt()).purpose).toBeNull()
  })
})
