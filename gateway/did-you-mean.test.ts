import { expect, test } from 'vitest'
import { endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { flawsOf } from './flaws.ts'
import { nearestOf } from './nearest.ts'

const { listTransactions, transfer, createWallet, createApiKey, changePassword } = endpoints as Record<string, Endpoint>

/** What is said of one field that an endpoint does not know. */
function saidOf({ query, body }: Endpoint, name: string, others: object = {}): string | undefined {
  const [schema, value] = [query ?? body, { ...others, [name]: 'x' }]
  const parsed = schema?.safeParse(value)
  const issues = parsed?.error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? []
  const [flaw] = issues.flatMap((issue) => flawsOf(issue, value, schema))
  expect(flaw?.path).toBe(name)
  return /did you mean "(\w+)"\?$/.exec(flaw?.message ?? '')?.[1]
}

test.each([
  ['limit', 'pageSize'],
  ['page_size', 'pageSize'],
  ['per_page', 'pageSize'],
  ['PageSize', 'pageSize'],
  ['pagesize', 'pageSize'],
  ['pageSzie', 'pageSize'],
  ['offset', 'page'],
  ['since', 'from'],
  ['until', 'to'],
  ['statuss', 'status'],
  ['wallet', 'walletId'],
  ['wallet_id', 'walletId'],
  ['external-id', 'externalId'],
  ['color', undefined],
  ['x', undefined],
  ['constructor', undefined],
])('of a list, %s means %s', (name, meant) => {
  expect(saidOf(listTransactions as Endpoint, name)).toBe(meant)
})

test.each([
  ['a transfer', transfer, 'recipient', {}, 'to'],
  ['a transfer', transfer, 'value', {}, 'amount'],
  ['a transfer', transfer, 'limit', {}, undefined],
  ['one form of a wallet', createWallet, 'name', { type: 'external' }, 'label'],
  ['a key', createApiKey, 'wallet_ids', { label: 'x' }, 'walletIds'],
  ['a password', changePassword, 'oldPassword', {}, 'currentPassword'],
])('of %s too', (_, endpoint, name, others, meant) => {
  expect(saidOf(endpoint as Endpoint, name, others)).toBe(meant)
})

test('a field of another form is not suggested as itself', () => {
  const [value, { body }] = [{ type: 'custodial', nota: 'x' }, createWallet as Endpoint]
  const issues = body?.safeParse(value).error?.issues ?? []
  expect(issues.flatMap((issue) => flawsOf(issue, value, body))).toEqual([
    { path: 'nota', message: 'does not go with the other fields' },
  ])
})

test('what a client makes up is compared with little: no long name, and a few of many', () => {
  const begun = performance.now()
  expect(nearestOf('a'.repeat(1_000_000), ['b'.repeat(1_000)])).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(5_000)
  const value = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`amoun${at % 10}${at}`, 'x']))
  const { body } = transfer as Endpoint
  const issues = body?.safeParse(value).error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? []
  const said = issues.flatMap((issue) => flawsOf(issue, value, body)).map(({ message }) => message)
  expect(said).toHaveLength(100)
  expect(said.filter((message) => message.includes('did you mean'))).toHaveLength(8)
})
