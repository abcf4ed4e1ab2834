import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { beforeAll, expect, test, vi } from 'vitest'
import { createProgram } from '../program.ts'
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import { type Place, placesOf } from './tree.ts'
import { zsh } from './zsh.ts'

const program = await createProgram({})
const places = placesOf(program)
const paths = places.map(({ path }) => path)
const leaves = places.filter(({ path }) => at(path).commands.length === 0).map(({ path }) => path.join(' '))

function at(path: readonly string[]): Command {
  return path.reduce((command, name) => command.commands.find((child) => child.name() === name) ?? command, program)
}

/** What a person sees, whatever terminal they have. */
function helpOf(path: readonly string[]): string {
  let said = ''
  const command = at(path).configureOutput({ writeOut: (text) => (said += text), getOutHelpWidth: () => 1_000 })
  command.outputHelp()
  return said
}

test.each(paths.map((path) => [['sotto', ...path].join(' '), path] as const))('%s has its help', (name, path) => {
  const help = helpOf(path)
  expect(help).toContain(`Usage: ${name}`)
  expect(at(path).description()).toMatch(/\w{3}/)
  expect(help).toContain(at(path).description())
  for (const following of at(path).commands) expect(help).toContain(following.summary() || following.description())
  for (const { long, description } of at(path).options) {
    if (description === '') expect(help, `${long} is a secret`).not.toContain(`${long} `)
    else expect(description).toMatch(/\w{3}/)
  }
})

test('the first page names every command, examples and exit codes, and says where the settings are', () => {
  const help = helpOf([])
  for (const { name } of places[0]?.commands ?? []) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'))
  expect(help).toMatch(/Examples:\n {2}sotto /)
  expect(help).toMatch(/Exit codes:\n {2}0 {4}\w+[\s\S]*\n {2}1 {4}\w+[\s\S]*\n {2}2 {4}\w+[\s\S]*\n {2}130 {2}\w+/)
  expect(help).toContain('"sotto start --help" lists every setting')
  expect(help.split('\n').length, 'it fits on a screen or so').toBeLessThan(80)
})

test.each(program.commands.map((command) => command.name()))('%s stands alone where it is named', async (name) => {
  const [whole, alone] = [placesOf(program), placesOf(await createProgram({}, name))]
  const own = ({ path }: Place) => path.length === 0 || path[0] === name
  expect(alone.slice(1)).toEqual(whole.slice(1).filter((place) => name === 'completion' || own(place)))
})

test.each(['--help', 'help', 'bakup', 'constructor', '--data-dir'])(
  'before %s all commands are there',
  async (word) => {
    expect(placesOf(await createProgram({}, word))).toEqual(places)
  },
)

test.each([
  ['help', 'Usage: sotto [command]'],
  ['help tx', 'Usage: sotto tx'],
  ['help account', 'Usage: sotto account'],
])('sotto %s shows it, as groups say of theirs', async (line, said) => {
  let out = ''
  const asked = (await createProgram({}, 'help')).configureOutput({ writeOut: (text) => (out += text) })
  for (const command of [asked, ...asked.commands]) command.exitOverride().configureOutput(asked.configureOutput())
  await expect(asked.parseAsync(['node', 'sotto', ...line.split(' ')])).rejects.toMatchObject({ exitCode: 0 })
  expect(out).toContain(said)
})

test('values that an option of a client takes are in its help, and what an amount is where none is given', () => {
  expect(helpOf(['tx'])).toMatch(/--status <status> .*: PENDING, SETTLING, SETTLED, FAILED\n/)
  expect(helpOf(['tx'])).toMatch(/--direction <direction> .*: out, in, all\n/)
  expect(helpOf(['pay'])).toMatch(/--format <format> .*: csv, json, pain001\n/)
  expect(helpOf(['fund'])).toContain('100 where no amount is given')
})

test('start shows every setting under a heading, and secrets as what they are', () => {
  const help = helpOf(['start'])
  expect(help, 'a setting without a heading stands here').toMatch(/^Options:\n {2}-h, --help +show this\n\n/m)
  expect(help).toContain('--port <value>')
  expect(help).toMatch(/from the environment alone:[\s\S]*SOTTO_MASTER_KEY/)
})

test('a mistake is told in a line or two, not by a page', async () => {
  const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const wrong = await createProgram({})
  for (const command of [wrong, ...wrong.commands]) command.exitOverride()
  expect(() => wrong.parse(['node', 'sotto', 'backup'])).toThrow('missing required argument')
  const said = quiet.mock.calls.map(([text]) => String(text)).join('')
  quiet.mockRestore()
  expect(said).toBe('error: missing required argument \'file\'\n("sotto backup --help" says what it takes.)\n')
})

/** What bash would offer after each line, asked in one process. */
function offeredByBash(lines: readonly string[]): string[][] {
  const ask = lines.map((line) => {
    const words = line.split(' ')
    return `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _sotto; echo "\${COMPREPLY[*]}"`
  })
  const script = [bash(places), ...ask].join('\n')
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-s'], { input: script, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').filter(Boolean))
}

let offered: string[][]
beforeAll(() => {
  const lines = paths.flatMap((path) => [['sotto', ...path, ''].join(' '), ['sotto', ...path, '--'].join(' ')])
  // What is empty at the end would be lost with the last line.
  offered = offeredByBash([...lines, 'sotto '])
})

test.each(places.map((place, index) => [['sotto', ...place.path].join(' '), place, index] as const))(
  'bash completes what may follow %s',
  (_, { commands, options }, index) => {
    expect(offered[2 * index]).toEqual(commands.map(({ name }) => name))
    expect(offered[2 * index + 1]).toEqual(options.map(({ name }) => name))
    expect(options.map(({ name }) => name)).not.toContain('--master-key')
  },
)

test.each([
  ['a word that was begun', 'sotto acc', ['account']],
  ['the values of a setting', 'sotto start --network ', ['offline', 'sepolia']],
  ['the shells', 'sotto completion ', ['bash', 'zsh', 'fish']],
  ['a command after a value that is one', 'sotto --data-dir account nota-key r', ['rotate', 'revoke']],
])('bash completes %s', (_, line, expected) => {
  expect(offeredByBash([line])).toEqual([expected])
})

const scripts = [
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
] as const

test.each(scripts)('every command and option is in the script for %s', (shell, write) => {
  const script = write(places)
  for (const { commands, options } of places) {
    for (const { name } of commands) expect(script).toMatch(new RegExp(`[ '(]${name}\\b`))
    for (const { name } of options) expect(script).toContain(shell === 'fish' ? ` -l ${name.slice(2)} ` : name)
  }
})

test.for(scripts)('%s reads its script', ([shell, write], { skip }) => {
  skip(spawnSync(shell, ['--version']).status !== 0, 'this machine does not have it')
  const folder = mkdtempSync(join(tmpdir(), 'sotto-completion-'))
  writeFileSync(join(folder, 'script'), write(places))
  const { status, stderr } = spawnSync(shell, ['-n', join(folder, 'script')], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, ''])
})

/** Commands as documents write them: `sotto account create|list`, in tables with the bar escaped. */
function documented(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, line = ''] of text.matchAll(/`sotto ([^`]+)`/g)) {
    let known = ['']
    for (const word of line.replaceAll('\\|', '|').split(' ')) {
      known = known.flatMap((path) => word.split('|').map((each) => `${path} ${each}`.trim()))
      for (const path of known) found.add(path)
    }
  }
  return found
}

test.each(leaves)('sotto %s stands in gateway/docs/command-line.md', (path) => {
  expect([...documented(readFileSync('gateway/docs/command-line.md', 'utf8'))]).toContain(path)
})
