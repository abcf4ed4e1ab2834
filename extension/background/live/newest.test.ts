import { expect, test } from 'vitest'
import { at, transaction } from '../../testing/fixtures.ts'
import { withNewest, withoutGone } from './newest.ts'

const row = (id: string, minutesAgo: number, part = {}) => transaction({ id, createdAt: at(minutesAgo), ...part })
const page = { list: [row('c', 1), row('b', 2), row('a', 3)], total: 7, at: 0 }
const ids = ({ list }: typeof page) => list.map(({ id }) => id)

test.each([
  ['a newer one comes first', row('d', 0), 3, ['d', 'c', 'b'], 8],
  ['one in between stands there', row('x', 2.5), 4, ['c', 'b', 'x', 'a'], 8],
  ['one that is too old for the list was counted before', row('x', 9), 3, ['c', 'b', 'a'], 7],
  ['one that is known stays where it is', row('b', 2), 3, ['c', 'b', 'a'], 7],
  ['one that was mined anew moves', row('a', 0), 3, ['a', 'c', 'b'], 7],
])('%s', (_, changed, most, expected, total) => {
  const after = withNewest(page, changed, most)
  expect([ids(after), after.total]).toEqual([expected, total])
})

test('it stands as it was told last, and as it was known where that is newer', () => {
  const settling = row('a', 3, { status: 'SETTLING', updatedAt: at(2) })
  const settled = row('a', 3, { status: 'SETTLED', updatedAt: at(1) })
  const after = withNewest({ ...page, list: [settling] }, settled, 3)
  expect(after.list).toEqual([settled])
  expect(withNewest(after, settling, 3).list).toEqual([settled])
})

test('what is gone is not in the list, whether or not it was', () => {
  expect(ids(withoutGone(page, 'b'))).toEqual(['c', 'a'])
  expect(ids(withoutGone(page, 'x'))).toEqual(['c', 'b', 'a'])
})
