import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ofAll, served, unknownIn } from './metrics-fixture.ts'

type Panel = { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }

const { panels } = JSON.parse(readFileSync('gateway/operations/grafana-dashboard.json', 'utf8')) as { panels: Panel[] }
const asked = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))
const nameIn = (expr: string) => /sotto_\w+/.exec(expr)?.[0] ?? ''

test.each(asked)('%s asks for a metric that there is, by labels that it has: %s', async (_, expr) => {
  expect(unknownIn(expr, await served())).toEqual([])
})

test('every metric that the gateway has is on the dashboard', async () => {
  const shown = asked.map(([, expr]) => nameIn(expr).replace(/_(bucket|count|sum)$/, ''))
  const names = [...(await served())].flatMap(([name, { type }]) => (type === 'part' ? [] : [name]))
  expect(new Set(shown)).toEqual(new Set(names))
})

test('no panel covers another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

test('what every gateway says of one database is not added up', () => {
  const shared = asked.map(([, expr]) => expr).filter((expr) => ofAll.test(nameIn(expr)))
  expect(shared.length).toBeGreaterThan(7)
  for (const expr of shared) expect(expr).toMatch(/^(max|min)( by \([^)]+\))? ?\(/)
})
