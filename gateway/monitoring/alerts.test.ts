import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../cli/program.ts'
import { ofAll, served, unknownIn } from './metrics-fixture.ts'

const text = readFileSync('gateway/operations/alerts.yml', 'utf8')
const rules = text
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => {
    const line = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(rule)?.[1] ?? ''
    return { name: rule.split('\n')[0] ?? '', expr: line('expr'), severity: line('labels'), action: line('action') }
  })
const asked = rules.map(({ name, expr }) => [name, expr] as const)

test.each(asked)('%s asks for metrics that there are, by labels that they have: %s', async (_, expr) => {
  expect(unknownIn(expr, await served())).toEqual([])
})

test('every rule has a name of its own, a severity, and says what to do by commands that there are', async () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  expect(rules.length).toBeGreaterThan(15)
  const commands = (await createProgram({})).commands.map((command) => command.name())
  for (const { severity, action } of rules) {
    expect(severity).toMatch(/severity: (critical|warning)/)
    expect(action.length).toBeGreaterThan(5)
    for (const [, name] of action.matchAll(/\bsotto ([a-z]+)/g)) expect(commands).toContain(name)
  }
})

test('what every gateway says of one database is not added up', () => {
  const shared = rules
    .map(({ expr }) => expr)
    .filter((expr) => (expr.match(/sotto_\w+/g) ?? []).some((name) => ofAll.test(name)))
  expect(shared.length).toBeGreaterThan(7)
  for (const expr of shared) expect(expr).toMatch(/^(max|min)\(/)
})

test('the table of metrics has each with its type, its labels, and whose it is', async () => {
  const table = readFileSync('gateway/docs/metrics.md', 'utf8')
  const rows = [...table.matchAll(/^\| `(sotto_\w+)` \| (\w+) \| (.*?) ?\| (\w+) \| .+ \|$/gm)].map(
    ([, name = '', type, labels = '', of]) => ({ name, type, labels: labels.match(/\w+/g) ?? [], of }),
  )
  const metrics = [...(await served())].filter(([, { type }]) => type !== 'part')
  expect(rows.map(({ name }) => name).sort()).toEqual(metrics.map(([name]) => name).sort())
  const parts = await served()
  for (const { name, type, labels, of } of rows) {
    const known = new Set([name, `${name}_count`].flatMap((part) => [...(parts.get(part)?.labels ?? [])]))
    expect([name, type, [...labels].sort()]).toEqual([
      name,
      parts.get(name)?.type,
      [...known].filter((label) => label !== 'instance').sort(),
    ])
    expect([name, of]).toEqual([name, ofAll.test(name) ? 'database' : 'process'])
  }
})
