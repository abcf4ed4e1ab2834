import { describe, expect, test } from 'vitest'
import { Failed } from '#shared/client-failure.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { transaction } from '../../../testing/fixtures.ts'
import { EXPORT_PAGE_SIZE } from '../model.ts'
import { collectAll } from './export.ts'

const rows = (count: number, from = 0) => Array.from({ length: count }, (_, n) => transaction({ id: `t${from + n}` }))

/** A gateway that answers out of a list, and what was asked of it. */
function gateway(all: () => Transaction[], refusals: Record<number, string[]> = {}) {
  const asked: number[] = []
  const slept: number[] = []
  const seen: [number, number][] = []
  const work = {
    async readPage(page: number) {
      asked.push(page)
      const code = refusals[page]?.shift()
      if (code !== undefined) throw new Failed({ code, message: '', retryAfter: 7 })
      const list = all()
      return { items: list.slice((page - 1) * EXPORT_PAGE_SIZE, page * EXPORT_PAGE_SIZE), total: list.length }
    },
    sleep: async (ms: number) => void slept.push(ms),
    onRead: (read: number, total: number) => void seen.push([read, total]),
  }
  return { work, asked, slept, seen }
}

describe('an export', () => {
  test('reads every page, and says how far it is', async () => {
    const { work, asked, seen } = gateway(() => rows(250))
    expect(await collectAll(work)).toHaveLength(250)
    expect(asked).toEqual([1, 2, 3])
    expect(seen).toEqual([
      [100, 250],
      [200, 250],
      [250, 250],
    ])
  })

  test('of nothing asks once', async () => {
    const { work, asked } = gateway(() => [])
    expect(await collectAll(work)).toEqual([])
    expect(asked).toEqual([1])
  })

  test('has each row once, though rows come in while it reads', async () => {
    let list = rows(150)
    const { work } = gateway(() => {
      const now = list
      list = [transaction({ id: `new${list.length}` }), ...list]
      return now
    })
    const ids = (await collectAll(work)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id } of rows(150)) expect(ids).toContain(id)
  })

  test.each(['too_fast', 'rate_limited'])('told %s waits as long as it is told, and goes on', async (code) => {
    const { work, asked, slept } = gateway(() => rows(150), { 2: [code, code] })
    expect(await collectAll(work)).toHaveLength(150)
    expect(asked).toEqual([1, 2, 2, 2])
    expect(slept).toEqual([7_000, 7_000])
  })

  test('fails where waiting does not help', async () => {
    const { work } = gateway(() => rows(150), { 2: ['unreachable'] })
    await expect(collectAll(work)).rejects.toMatchObject({ failure: { code: 'unreachable' } })
  })

  test('takes its time once it is long', async () => {
    const { work, slept } = gateway(() => rows(1_500))
    await collectAll(work)
    expect(slept).toEqual(Array.from({ length: 5 }, () => 1_500))
  })

  test('ends with a gateway that never does', async () => {
    const { work } = gateway(() => [])
    const endless = {
      ...work,
      readPage: async (page: number) => ({ items: rows(EXPORT_PAGE_SIZE, page * EXPORT_PAGE_SIZE), total: 1e12 }),
    }
    expect(await collectAll(endless)).toHaveLength(100_000)
  })

  test('ends where one row is answered for ever', async () => {
    const { work } = gateway(() => [])
    let pages = 0
    const stuck = {
      ...work,
      readPage: async () => {
        pages++
        return { items: rows(1), total: 1e12 }
      },
    }
    expect(await collectAll(stuck)).toHaveLength(1)
    expect(pages).toBeLessThan(5)
  })
})
