import { expect, test } from 'vitest'
import { readPages } from './pages.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}` }))

/** A gateway with so many rows, and the pages it was asked for. */
function gateway(count: number) {
  const asked: number[] = []
  const read = async ({ page, pageSize }: { page: number; pageSize: number }) => {
    asked.push(page)
    return { items: rows(count).slice((page - 1) * pageSize, page * pageSize), total: count }
  }
  return { asked, read }
}

test.each([
  [1, 25, [1], 10],
  [2, 25, [1, 2], 20],
  [9, 25, [1, 2, 3], 25],
  [2, 0, [1], 0],
])('%i pages of %i rows', async (pages, count, asks, shown) => {
  const { read, asked } = gateway(count)
  const { items, total } = await readPages(pages, 10, read)
  expect(asked).toEqual(asks)
  expect(items).toEqual(rows(shown))
  expect(total).toBe(count)
})

test('a row that was pushed to the next page meanwhile is listed once', async () => {
  const answers = [rows(3).slice(0, 2), rows(3).slice(1)]
  const { items } = await readPages(2, 2, async ({ page }) => ({ items: answers[page - 1] ?? [], total: 3 }))
  expect(items).toEqual(rows(3))
})

test('a gateway that sends more than it was asked for, and never comes to an end', async () => {
  let asked = 0
  const read = async () => {
    asked++
    return { items: rows(50), total: 1_000_000 }
  }
  expect((await readPages(1_000, 10, read)).items).toHaveLength(10)
  expect(asked).toBeLessThanOrEqual(100)
})
