import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Policy, type PolicyInput } from '#shared/model/policy.ts'
import { findAccountByEmail } from '../accounts/store.ts'
import { createApiKey, type NewApiKey } from '../auth/credentials/api-keys.ts'
import { createSigner } from '../chain/live/wallet-keys.ts'
import { readConfig } from '../config/config.ts'
import { atomically } from '../db/database.ts'
import { type Subject, setPolicy } from '../policies/store.ts'
import { insertWallet } from '../wallets/store.ts'
import { newId } from '../world/new-id.ts'
import { openStore, type Store } from './open-store.ts'
import { administer, EMAIL, env, sotto, withKey } from './server-admin-fixture.ts'

administer()

const TO = `0x${'1'.repeat(40)}`
const WALLET = 'w'.repeat(24)
let account: string
let key: string

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env()))
  return work(store).finally(() => store.db.destroy())
}

beforeEach(async () => {
  await withKey()
  await inStore(async ({ db, keys }) => {
    account = (await findAccountByEmail(db, keys, EMAIL))?.id ?? ''
    key = (await db.selectFrom('apiKeys').select('id').executeTakeFirstOrThrow()).id
    const signer = createSigner()
    const rest = { label: null, isPrimary: true, createdAt: 0, rebuiltAt: null, policy: null, forRequest: false }
    const wallet = { ...rest, id: WALLET, accountId: account, address: signer.address, type: 'CUSTODIAL' } as const
    await insertWallet(db, keys, wallet, signer)
  })
})

const set = (subject: Subject, id: string, input: PolicyInput) =>
  inStore(({ db, keys }) => atomically(db, (trx) => setPolicy(trx, keys, subject, id, Policy.parse(input))))
const tried = async (more: string) => (await sotto(`policy test --email ${EMAIL} --wallet ${WALLET} ${more}`)).out
const TRANSFER = `--verb transfer --to ${TO}`

test('show has a line for the account, each key and each wallet, and one document as JSON', async () => {
  await set('api_key', key, { maxPerDay: '5' })
  const { out } = await sotto(`policy show --email ${EMAIL}`)
  expect(out.split('\n')).toEqual([
    `account  ${account}  no limits`,
    expect.stringMatching(`^api_key  ${key}  {"version":1,.*"maxPerDay":"5"`),
    `wallet  ${WALLET}  no limits`,
    '',
  ])
  expect(JSON.parse((await sotto(`policy show --email ${EMAIL} --json`)).out)).toMatchObject({
    policies: [
      { of: 'account', id: account, policy: null },
      { of: 'api_key', id: key, policy: { maxPerDay: '5' } },
      { of: 'wallet', id: WALLET, policy: null },
    ],
  })
})

test.each<[string, Subject, PolicyInput, string, string]>([
  ['nothing stands in the way', 'account', {}, `${TRANSFER} --amount 1`, 'It would pass.'],
  [
    'the account',
    'account',
    { maxPerPayment: '5' },
    `${TRANSFER} --amount 5.1`,
    'It would be refused, by maxPerPayment of the account: 5.',
  ],
  [
    'the wallet',
    'wallet',
    { maxPerDay: '5' },
    `--verb redeem --amount 6`,
    'It would be refused, by maxPerDay of the wallet: 5.',
  ],
  [
    'the key, which asks',
    'api_key',
    { verbs: ['mint'] },
    `${TRANSFER} --amount 1 --key KEY`,
    'It would be refused, by verbs of the api key: mint.',
  ],
  ['the key, and a session asks', 'api_key', { verbs: ['mint'] }, `${TRANSFER} --amount 1`, 'It would pass.'],
  [
    'a person',
    'account',
    { approveAbove: '1' },
    `${TRANSFER} --amount 2`,
    'It would wait for a person, by approveAbove of the account: 1.',
  ],
  [
    'a receiver',
    'account',
    { destinations: { allow: [], otherwise: 'deny' } },
    `${TRANSFER} --amount 1`,
    'It would be refused, by destinations of the account.',
  ],
  ['the public token', 'account', { maxPerPayment: '5' }, `${TRANSFER} --amount 1 --token STABLE`, 'It would pass.'],
  ['money that stays', 'account', { maxPerPayment: '0' }, '--verb mint --amount 9', 'It would pass.'],
])('test says what would become of a payment: %s', async (_, subject, input, words, said) => {
  const id = { account, api_key: key, wallet: WALLET }[subject]
  await set(subject, id, input)
  expect(await tried(words.replace('KEY', key))).toBe(`${said}\n`)
})

test('an own wallet is one however its address is written', async () => {
  await set('account', account, { destinations: { allow: ['wallets'], otherwise: 'deny' } })
  const address = await inStore(async ({ db }) => {
    const rows = db.selectFrom('wallets').select('address').where('id', '=', WALLET)
    return (await rows.executeTakeFirstOrThrow()).address
  })
  for (const to of [address, address.toLowerCase()])
    expect(await tried(`--verb transfer --to ${to} --amount 1`)).toBe('It would pass.\n')
})

test('test as JSON is the verdict, and changes nothing', async () => {
  await set('account', account, { maxPerPayment: '5' })
  const rows = () => inStore(async ({ db }) => [await db.selectFrom('transactions').selectAll().execute()])
  const before = await rows()
  expect(JSON.parse(await tried(`${TRANSFER} --amount 6 --json`))).toEqual({
    ...{ is: 'denied', of: 'account', rule: 'maxPerPayment', limit: '5' },
  })
  expect(await rows()).toEqual(before)
})

test.each([
  ['an amount with a comma', `${TRANSFER} --amount 1,5`, '"1,5" is no amount'],
  ['a verb that there is not', '--verb send --amount 1', 'There is no verb "send"'],
  ['a transfer to nobody', '--verb transfer --amount 1', 'name an address with --to'],
  ['an address that is none', '--verb transfer --to 0x12 --amount 1', '"0x12" is no address'],
  [
    'an address with a wrong checksum',
    '--verb transfer --to 0xf39fd6e51aad88F6F4ce6aB8827279cffFb92266 --amount 1',
    'has a wrong checksum',
  ],
  ['a token that there is not', `${TRANSFER} --amount 1 --token cStable`, 'the token must be cSTABLE or STABLE.'],
  ['a redeem of the public token', '--verb redeem --amount 1 --token STABLE', 'the token must be cSTABLE.'],
  ['a fund of the confidential token', '--verb fund --amount 1 --token cSTABLE', 'the token must be STABLE.'],
  ['a key that the account has not', `${TRANSFER} --amount 1 --key none`, 'The account has no API key none.'],
])('test refuses %s', async (_, words, message) => {
  await expect(tried(words)).rejects.toThrow(message)
})

test.each<[string, Omit<NewApiKey, 'accountId' | 'label'>, string]>([
  ['has expired', { expiresAt: 1_000 }, 'API key KEY expired at 1970-01-01T00:00:01.000Z.'],
  ['only reads', { scopes: ['read'] }, 'API key KEY lacks the scope "pay".'],
  ['is limited to other wallets', { walletIds: ['other'] }, 'API key KEY is limited to other wallets.'],
])('test refuses a key that %s, as the API does before it asks a policy', async (_, made, message) => {
  const { id } = await inStore((store) =>
    createApiKey({ ...store, newId }, { accountId: account, label: 'limited', ...made }),
  )
  await expect(tried(`${TRANSFER} --amount 1 --key ${id}`)).rejects.toThrow(message.replace('KEY', id))
})

test('test refuses a payment of an external wallet, which can be funded alone', async () => {
  const id = 'e'.repeat(24)
  const { address } = createSigner()
  const rest = { label: null, isPrimary: false, createdAt: 0, rebuiltAt: null, policy: null, forRequest: false }
  await inStore(({ db, keys }) =>
    insertWallet(db, keys, { ...rest, id, accountId: account, address, type: 'EXTERNAL' }, undefined),
  )
  const of = (words: string) => sotto(`policy test --email ${EMAIL} --wallet ${id} ${words}`)
  await expect(of(`${TRANSFER} --amount 1`)).rejects.toThrow(`Wallet ${id} is external, which is watch-only`)
  expect((await of('--verb fund --amount 1')).out).toBe('It would pass.\n')
})

test('of an account or a wallet that there is not, the name is said', async () => {
  await expect(sotto('policy show --email eve@example.org')).rejects.toThrow('There is no account eve@example.org')
  const other = sotto(`policy test --email ${EMAIL} --wallet other ${TRANSFER} --amount 1`)
  await expect(other).rejects.toThrow('The account has no wallet other.')
})

test('an account that is made with --deny-by-default pays nothing', async () => {
  await sotto('account create --email shop@example.org --deny-by-default')
  const { policies } = JSON.parse((await sotto('policy show --email shop@example.org --json')).out)
  expect(policies).toMatchObject([{ of: 'account', policy: { verbs: [] } }])
})

test('with --deny-by-default no account is made that lacks its policy or its entry in the audit log', async () => {
  const trigger = (words: string) => inStore(({ db }) => sql.raw(words).execute(db))
  const making = () => sotto('account create --email shop@example.org --deny-by-default')
  for (const table of ['update of policy on accounts', 'insert on events']) {
    await trigger(`create trigger killed before ${table} begin select raise(abort, 'killed'); end`)
    await expect(making()).rejects.toThrow('killed')
    await trigger('drop trigger killed')
    expect((await sotto('account list')).out).not.toContain('shop@example.org')
  }
  await making()
})
