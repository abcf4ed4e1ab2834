import { expect, test } from 'vitest'
import type { Heard } from '../../store/arrivals.ts'
import { transaction } from '../../testing/fixtures.ts'
import { cameIn } from './news.ts'

const heard = (...ids: string[]): Heard => ({
  floor: 0,
  known: Object.fromEntries(ids.map((id) => [id, 1])),
  unseen: [],
})
const unseen = (...ids: string[]): Heard => ({ ...heard(...ids), unseen: ids })
const p1 = { profileId: 'p1', transactions: { list: [transaction({ id: 'b', type: 'RECEIVE', txHash: '0x2' })] } }
const paidByOwn = {
  profileId: 'p1',
  transactions: { list: [transaction({ id: 'c', type: 'TRANSFER', txHash: '0x2' }), ...p1.transactions.list] },
}

test.each([
  ['one payment', { p1: heard('a') }, { p1: heard('a', 'b') }, p1, ['b']],
  ['before anything was read', { p1: heard('a') }, { p1: heard('a', 'b') }, null, ['b']],
  ['of two gateways', { p1: heard(), p2: heard() }, { p1: heard('a'), p2: unseen('b') }, p1, ['a', 'b']],
  ['at a first look', {}, { p1: heard('a') }, p1, []],
  ['when it was only seen', { p1: { ...heard('a'), unseen: ['a'] } }, { p1: heard('a') }, p1, []],
  ['when a block is gone', { p1: heard('a') }, { p1: heard() }, p1, []],
  ['from another wallet of the account', { p1: heard('a') }, { p1: heard('a', 'b') }, paidByOwn, []],
  ['from such a one at another gateway', { p2: heard('a') }, { p2: heard('a', 'b') }, p1, []],
])('what came in: %s', (_, before, now, shown, came) => {
  expect(cameIn(before, now, shown)).toEqual(came)
})
