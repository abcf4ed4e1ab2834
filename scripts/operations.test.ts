import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProgram } from '../gateway/cli/program.ts'
import { clientVariables } from '../gateway/config/client-variables.ts'
import { variables } from '../gateway/config/variables.ts'
import { command } from '../gateway/testing/built/assets.ts'

const operations = 'gateway/operations'
const files = [...globSync(`${operations}/*`), ...globSync('gateway/docs/*.md')]
const read = (file: string) => readFileSync(file, 'utf8')

test.each(files)('%s names settings and commands that there are', async (file) => {
  const settings = [...read(file).matchAll(/\b(SOTTO_[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name)
  for (const name of settings) expect([...Object.keys(variables), ...clientVariables]).toContain(name)
  const commands = (await createProgram({})).commands.map((command) => command.name())
  const named = [...read(file).matchAll(/^sotto(?:-as-service)? ([a-z-]+)|`sotto ([a-z][a-z-]*)|\/sotto ([a-z-]+)$/gm)]
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

test('a command beside the service has its user, its folder and its settings', () => {
  const service = read(join(operations, 'sotto.service')).split('\n')
  const given = [...read(join(operations, 'sotto-as-service')).matchAll(/--property=(\S+)/g)].map(([, line]) => line)
  expect(given).toHaveLength(6)
  expect(service).toEqual(expect.arrayContaining(given))
  const [, folder] = /^StateDirectory=(\S+)$/m.exec(service.join('\n')) ?? []
  expect(read(join(operations, 'environment'))).toMatch(new RegExp(`^SOTTO_DATA_DIR=/var/lib/${folder}$`, 'm'))
})

/** The commands of a document's section, one list for each of its blocks. */
function blocks(file: string, section: string): string[] {
  const [, text = ''] = read(file).split(`\n## ${section}\n`)
  return [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
}

/** A machine on which what the guide names is there: the commands, and in place of systemd what it would do with them. */
function machine() {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-guide-'))
  const [bin, data, home] = ['bin', 'data', 'home'].map((name) => join(folder, name)) as [string, string, string]
  for (const made of [bin, data, home]) mkdirSync(made)
  const sotto = `exec ${process.execPath} ${command} "$@"`
  const settings = `SOTTO_DATA_DIR=${data} SOTTO_NETWORK=sepolia PATH=${process.env.PATH}`
  const commands = {
    sotto,
    systemctl: 'exit 0',
    'systemd-run': `while [ "\${1#--}" != "$1" ]; do shift; done; shift; exec env -i ${settings} ${sotto.slice(5)}`,
    'sotto-as-service': read(join(operations, 'sotto-as-service')),
  }
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `${text.startsWith('#!') ? '' : '#!/bin/sh\n'}${text}\n`, { mode: 0o755 })
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/live' }
  return {
    home,
    data,
    run: (block: string) => {
      const text = block.replaceAll('/var/lib/sotto', data)
      return spawnSync('sh', ['-e', '-c', text], { cwd: home, env, encoding: 'utf8' })
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

const UPGRADES = 'gateway/docs/upgrade-and-backup.md'
test.runIf(process.platform === 'linux' && has('openssl'))('the guide to backups can be typed as it stands', () => {
  const { home, data, run, remove } = machine()
  const [backup = '', attempt = ''] = blocks(UPGRADES, 'Backups')
  const [, back = ''] = blocks(UPGRADES, 'Upgrades')
  expect(run(backup)).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no installation in') })
  expect(run('sotto-as-service migrate')).toMatchObject({ status: 0 })
  expect(run(backup)).toMatchObject({ status: 0, stderr: '' })
  const [file = ''] = readdirSync(home).filter((name) => name.endsWith('.age'))
  const tried = run(attempt)
  expect(tried).toMatchObject({ status: 0, stderr: '' })
  expect(tried.stdout).toMatch(/^Restored as of .*\nWallets .*\nWhat ended .*\nThe audit log is whole: /)
  copyFileSync(join(home, file), join(home, 'before-upgrade.age'))
  expect(run(back)).toMatchObject({ status: 0, stderr: '' })
  expect(
    readdirSync(data)
      .map((name) => name.replace(/\d+$/, 'TIME'))
      .sort(),
  ).toEqual(['sepolia', 'sepolia.before-restore-TIME'])
  remove()
})

test.runIf(has('caddy'))('Caddy understands its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-caddy-'))
  copyFileSync(join(operations, 'Caddyfile'), join(folder, 'Caddyfile'))
  const { status, stderr } = runs('caddy', 'validate', '--config', join(folder, 'Caddyfile'))
  rmSync(folder, { recursive: true })
  expect(status, stderr).toBe(0)
})
