import { describe, expect, test } from 'vitest'
import type { ApiKey } from '#shared/model/sign-in.ts'
import { type KeyMaker, makeKey } from './make-key.ts'

const made: ApiKey = {
  id: 'new',
  label: '',
  prefix: 'sotto_sk_abcd',
  scopes: ['read'],
  walletIds: null,
  createdAt: '2027-01-31T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
}
const before = (label: string) => ({
  key: { id: 'old', label, prefix: '', scopes: [], walletIds: null, expiresAt: null },
})

/** Notes what it was asked, and refuses what it is told to refuse. */
function gateway(refuses: string[] = []) {
  const asked: string[] = []
  const note = (what: string) => {
    asked.push(what)
    if (refuses.some((each) => what.startsWith(each))) throw new Error(what)
  }
  const api: KeyMaker = {
    createApiKey: async () => {
      note('create')
      return { apiKey: made, secret: 'sotto_sk_secret' }
    },
    revokeApiKey: async ({ id }) => {
      note(`revoke ${id}`)
      return {}
    },
    logout: async () => {
      note('logout')
      return {}
    },
  }
  const keep = async (secret: string) => note(`keep ${secret}`)
  return { api, keep, asked }
}

describe('making the key of the wallet', () => {
  test('it is made, stored, and the session ends', async () => {
    const { api, keep, asked } = gateway()
    await makeKey(api, keep)
    expect(asked).toEqual(['create', 'keep sotto_sk_secret', 'logout'])
  })

  test('one that cannot be stored is revoked before the session ends', async () => {
    const { api, keep, asked } = gateway(['keep'])
    await expect(makeKey(api, keep)).rejects.toThrow('keep')
    expect(asked).toEqual(['create', 'keep sotto_sk_secret', 'revoke new', 'logout'])
  })

  test('where none can be made the session ends all the same', async () => {
    const { api, keep, asked } = gateway(['create'])
    await expect(makeKey(api, keep)).rejects.toThrow('create')
    expect(asked).toEqual(['create', 'logout'])
  })

  test('a gateway that does not answer to the logout spoils nothing', async () => {
    const { api, keep } = gateway(['logout'])
    await expect(makeKey(api, keep)).resolves.toBeUndefined()
  })

  test.each([
    ['the wallet’s own key of before is revoked', 'Sotto wallet, Chromium on Linux', true],
    ['one that was made in German', 'Sotto wallet, Chromium auf Linux', true],
    ['one of an earlier wallet in German', 'Sotto-Wallet, Chromium auf Linux', true],
    ['one of an earlier wallet in Spanish', 'Monedero Sotto, Chromium en Linux', true],
    ['one of an earlier wallet in French', 'Portefeuille Sotto, Chromium sur Linux', true],
    ['a key of before that was pasted is left alone', 'accounting', false],
    ['one that was made in another browser', 'Sotto wallet, Firefox on Windows', true],
    ['a key of before that a person named after the wallet is left alone', 'Sotto wallet, tills', false],
    ['one that was pasted, with the wallet in its name, is left alone', 'till beside the Sotto wallet, shop', false],
  ])('%s', async (_, label, revoked) => {
    const { api, keep, asked } = gateway(['revoke'])
    await makeKey(api, keep, before(label))
    expect(asked.includes('revoke old')).toBe(revoked)
    expect(asked.at(-1)).toBe('logout')
  })
})
