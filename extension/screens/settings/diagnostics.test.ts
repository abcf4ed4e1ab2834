import { expect, test } from 'vitest'
import { defaultSettings } from '../../store/settings.ts'
import { profile, transaction, triple } from '../../testing/fixtures.ts'
import { diagnosticsText, type Known } from './diagnostics.ts'

const wallet = { address: `0x${'c'.repeat(40)}`, label: 'Private savings', id: 'wallet-id' }
const known: Known = {
  version: '0.1.0',
  userAgent: 'Browser/1',
  languages: ['en'],
  permissions: { permissions: ['storage'], origins: ['http://localhost/*'] },
  profiles: { active: 'p1', list: [profile({ name: 'My very own', state: 'rejected' })] },
  settings: defaultSettings,
  view: {
    profileId: 'p1',
    balances: { list: [triple({ wallet, normal: '31337', total: '31362.5' })], at: 1_000 },
    transactions: { list: [transaction({ amount: '4242' })], total: 17, at: 1_000 },
  },
  now: 61_000,
  payments: [
    {
      state: 'refused',
      terminal: false,
      failure: { code: 'rate_limited', message: `to ${wallet.address}`, status: 429 },
    },
  ],
}
const text = diagnosticsText(known)

test.each([
  'ada@example.com',
  'sotto_sk_',
  'My very own',
  wallet.address,
  wallet.label,
  wallet.id,
  '31337',
  '31362.5',
  '25.5',
  '4242',
])('%s is not in it', (secret) => {
  expect(text).not.toContain(secret)
})

test('versions, origins, counts, ages and codes are', () => {
  expect(JSON.parse(text)).toMatchObject({
    sotto: '0.1.0',
    gateways: [{ origin: 'http://localhost:7984', state: 'rejected', active: true }],
    view: { ofActive: true, wallets: 1, transactions: 17, secondsOld: 60 },
    payments: [{ state: 'refused', failure: { code: 'rate_limited', status: 429 } }],
  })
})

test('it can be told of a wallet that has seen nothing yet', () => {
  const empty = diagnosticsText({ ...known, view: null, payments: [], profiles: { active: null, list: [] } })
  expect(JSON.parse(empty)).toMatchObject({ view: null, payments: [], gateways: [] })
})
