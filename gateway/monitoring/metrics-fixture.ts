import { createApp } from '../app.ts'
import { timeNode, timeRelayer } from '../tallies.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'

export type Served = { type: string; labels: Set<string> }

/** Types and labels by metric, as `/metrics` has them after some traffic; of a histogram by its parts, too. */
export async function served(): Promise<Map<string, Served>> {
  const world = await createTestWorld()
  const app = createApp(world)
  await createTester(world)
  await timeNode('eth_chainId', async () => {})
  await timeRelayer('decryption', async () => {})
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const get = async (path: string) => app.request(`http://127.0.0.1${path}`, { headers: { host: '127.0.0.1' } }, local)
  await get('/healthz')
  const text = await (await get('/metrics')).text()
  const found = new Map<string, Served>()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const part of type === 'histogram' ? ['', '_bucket', '_count', '_sum'] : [''])
      found.set(`${name}${part}`, { type: part === '' ? type : 'part', labels: new Set(['instance']) })
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.labels.add(label)
  // Without a transaction there is none to count, and none that waits.
  for (const [name, labels] of [
    ['sotto_transactions', ['type', 'status']],
    ['sotto_transactions_waiting', ['for']],
  ] as const) {
    for (const label of labels) found.get(name)?.labels.add(label)
  }
  return found
}

/** Of a query in Prometheus's language: what it names that `/metrics` does not have. */
export function unknownIn(expr: string, metrics: Map<string, Served>): string[] {
  const names = expr.match(/\bsotto_\w+/g) ?? []
  const selected = [...expr.matchAll(/[{,](\w+)=~?"/g)].map(([, label = '']) => label)
  const grouped = [...expr.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(', '))
  const has = (label: string) => names.every((name) => metrics.get(name)?.labels.has(label))
  return [
    ...(names.length === 0 ? ['no metric'] : names.filter((name) => !metrics.has(name))),
    ...[...selected, ...grouped].filter((label) => !has(label)),
  ]
}

/** What is read from the database, which several gateways may share: each of them says all of it. */
export const ofAll =
  /^sotto_(transactions|transactions_waiting|oldest_waiting_seconds|redeems_owed|payments_mined_after_failure|derivation_mismatches_total|operator_eth|scan_lag_blocks|backup_age_seconds|webhooks|webhook_events_waiting)$/
