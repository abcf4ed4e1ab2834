import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProgram } from '../gateway/cli/program.ts'
import { variables } from '../gateway/config/variables.ts'

const operations = 'gateway/operations'
const files = [...globSync(`${operations}/*`), ...globSync('gateway/docs/*.md')]
const read = (file: string) => readFileSync(file, 'utf8')

test.each(files)('%s names settings and commands that there are', (file) => {
  const settings = [...read(file).matchAll(/\b(SOTTO_[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name)
  for (const name of settings) expect(Object.keys(variables)).toContain(name)
  const commands = createProgram({}).commands.map((command) => command.name())
  const named = [...read(file).matchAll(/^sotto ([a-z-]+)|`sotto ([a-z-]+)|\/sotto ([a-z-]+)$/gm)]
  for (const [, line, quoted, run] of named) expect(commands).toContain(line ?? quoted ?? run)
})

test('the container has a Node that the package runs on, and the port that the gateway listens on', () => {
  const text = read(join(operations, 'Containerfile'))
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  expect(engines.node).toBe('>=22.14')
  expect(Number(/^FROM \S+\/node:(\d+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(24)
  expect(text).toContain(`EXPOSE ${variables.SOTTO_PORT.fallback}`)
  expect(text).toMatch(/^USER node$/m)
})

const runs = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' })
const has = (program: string) => runs(program, '--version').status === 0 || runs(program, 'version').status === 0

/** With a command in place of the one that a server would have. */
function unit(folder: string): string {
  const file = join(folder, 'sotto.service')
  writeFileSync(file, read(join(operations, 'sotto.service')).replace('/usr/bin/sotto start', '/bin/true start'))
  return file
}

test.runIf(has('systemd-analyze'))('systemd understands every line of the unit, and finds little to harden', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-unit-'))
  const file = unit(folder)
  const { status, stderr } = runs('systemd-analyze', 'verify', file)
  const exposure = runs('systemd-analyze', 'security', '--offline=true', '--threshold=20', file)
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, ''])
  expect(exposure.status, exposure.stdout).toBe(0)
})

test.runIf(has('caddy'))('Caddy understands its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-caddy-'))
  copyFileSync(join(operations, 'Caddyfile'), join(folder, 'Caddyfile'))
  const { status, stderr } = runs('caddy', 'validate', '--config', join(folder, 'Caddyfile'))
  rmSync(folder, { recursive: true })
  expect(status, stderr).toBe(0)
})
