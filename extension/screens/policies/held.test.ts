import { expect, test, vi } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Policy } from '#shared/model/policy.ts'
import { wallet } from '../../testing/fixtures.ts'
import { type Holder, readHolders, replacePolicy } from './held.ts'
import { denyAll, noRules } from './model.ts'

const tight: Policy = { ...noRules, maxPerDay: '5', verbs: ['mint'] }
const key = { id: 'k1', label: 'Shop' }

/** A gateway at which each holder has this policy. */
function gatewayWith(policy: Policy | null) {
  const written = vi.fn(async () => ({}))
  const api = {
    getPolicy: async () => ({ policy }),
    listApiKeys: async () => ({ apiKeys: [{ ...key, policy }] }),
    listWallets: async () => ({ wallets: [{ ...wallet(), policy }] }),
    putPolicy: written,
    patchApiKey: written,
    patchWallet: written,
  } as unknown as Client
  return { api, written }
}

const holders: [Holder['of'], object][] = [
  ['account', {}],
  ['api_key', { id: 'k1' }],
  ['wallet', { id: 'w1' }],
]

test.each(holders)(
  'a reviewed policy of %s takes the place of the one that it was reviewed against',
  async (of, at) => {
    const { api, written } = gatewayWith(structuredClone(tight))
    const [holder] = (await readHolders(api)).filter((each) => each.of === of)
    if (holder === undefined) throw new Error(`no holder: ${of}`)
    expect(await replacePolicy(api, holder, denyAll)).toEqual({})
    expect(written).toHaveBeenCalledExactlyOnceWith({ ...at, policy: denyAll })
  },
)

const account = { of: 'account', id: '', name: null } as const
test.each<[string, Holder, Policy | null]>([
  ['one limit more', { ...account, policy: noRules }, tight],
  ['none any more', { ...account, policy: tight }, null],
  ['a first one', { ...account, policy: null }, tight],
  ['the holder gone', { of: 'wallet', id: 'w9', name: '', policy: tight }, tight],
])('with %s at the gateway since the review, nothing is written', async (_, holder, now) => {
  const { api, written } = gatewayWith(now)
  expect(await replacePolicy(api, holder, denyAll)).toEqual({ instead: await readHolders(api) })
  expect(written).not.toHaveBeenCalled()
})
