import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'

type Panel = { title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }

const { panels } = JSON.parse(readFileSync('gateway/operations/grafana-dashboard.json', 'utf8')) as { panels: Panel[] }
const asked = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))

/** Labels by metric, as `/metrics` has them after some traffic. */
async function served(): Promise<Map<string, Set<string>>> {
  const world = await createTestWorld()
  const app = createApp(world)
  await createTester(world)
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const get = async (path: string) => app.request(`http://127.0.0.1${path}`, { headers: { host: '127.0.0.1' } }, local)
  await get('/healthz')
  const text = await (await get('/metrics')).text()
  const found = new Map<string, Set<string>>()
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) /gm)) found.set(name, new Set(['instance']))
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    const known = found.get(name) ?? new Set(['instance'])
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  // Without a transaction there is none to count, and none that waits.
  for (const [name, labels] of [
    ['sotto_transactions', ['type', 'status']],
    ['sotto_transactions_waiting', ['for']],
  ] as const) {
    for (const label of labels) found.get(name)?.add(label)
  }
  return found
}

test.each(asked)('%s asks for a metric that there is, by labels that it has: %s', async (_, expr) => {
  const metrics = await served()
  const [name = ''] = /sotto_\w+/.exec(expr) ?? []
  expect([...metrics.keys()]).toContain(name)
  const selected = [...expr.matchAll(/[{,](\w+)=~?"/g)].map(([, label = '']) => label)
  const grouped = [...expr.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(', '))
  expect([...(metrics.get(name) ?? [])]).toEqual(expect.arrayContaining([...selected, ...grouped]))
})

test('every metric that the gateway has is on the dashboard', async () => {
  const shown = asked.map(([, expr]) => /sotto_\w+/.exec(expr)?.[0].replace(/_(bucket|count|sum)$/, ''))
  const names = [...(await served()).keys()].map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  expect(new Set(shown)).toEqual(new Set(names))
})

test('no panel covers another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

/** What is read from the database, which several gateways may share: each of them says all of it. */
const ofAll =
  /^sotto_(transactions|transactions_waiting|oldest_waiting|redeems_owed|payments_mined|derivation_|operator_eth)/

test('what every gateway says of one database is not added up', () => {
  const shared = asked.map(([, expr]) => expr).filter((expr) => ofAll.test(/sotto_\w+/.exec(expr)?.[0] ?? ''))
  expect(shared.length).toBeGreaterThan(6)
  for (const expr of shared) expect(expr).toMatch(/^(max|min)( by \([^)]+\))? ?\(/)
})
