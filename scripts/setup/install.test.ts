import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { installation } from './install.mjs'
import type { Level } from './levels.mjs'

let clone: string
/** Each command of npm, and whether it ran in the clone itself. */
let commands: string[]

beforeEach(() => {
  commands = []
  clone = mkdtempSync(join(tmpdir(), 'sotto-clone-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(file, join(clone, file))
  return () => rmSync(clone, { recursive: true })
})

/** Installs in no time: writes what npm says of an installation, and nothing else. */
async function npm([command = '', ...options]: string[], folder: string): Promise<void> {
  commands.push(`${command} ${folder === clone ? 'in the clone' : 'beside it'}`)
  expect(options.includes('--no-save')).toBe(command === 'install')
  const modules = join(folder, 'node_modules')
  if (command === 'ci') rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  const { '': _, ...packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }))
}

async function setUp(level: Level): Promise<Level | undefined> {
  const found = installation(clone, level)
  await found?.run(npm)
  expect(existsSync(join(clone, 'node_modules.new'))).toBe(false)
  return found?.level
}
const has = (name: string) =>
  `node_modules/${name}` in JSON.parse(readFileSync(join(clone, 'node_modules', '.package-lock.json'), 'utf8')).packages

test('each level is installed once, and adds to the one before', async () => {
  expect(await setUp('start')).toBe('start')
  expect([has('viem'), has('wxt'), has('vitest')]).toEqual([true, false, false])
  expect(await setUp('start')).toBeUndefined()
  expect(await setUp('extension')).toBe('extension')
  expect([has('viem'), has('wxt'), has('vitest')]).toEqual([true, true, false])
  expect(await setUp('all')).toBe('all')
  expect([has('viem'), has('wxt'), has('vitest')]).toEqual([true, true, true])
  expect(await setUp('start')).toBeUndefined()
  expect(commands).toEqual(['ci beside it', 'install beside it', 'install in the clone'])
})

test('after `npm ci` nothing is left to install', async () => {
  await npm(['ci'], clone)
  for (const level of ['start', 'extension', 'all'] as const) expect(await setUp(level)).toBeUndefined()
})

test('what was installed is kept up to date, not taken away', async () => {
  await setUp('all')
  const file = join(clone, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.packages['node_modules/viem'].version = '99.0.0'
  writeFileSync(file, JSON.stringify(lock))
  expect(await setUp('start')).toBe('all')
  expect(commands).toEqual(['ci in the clone', 'ci in the clone'])
})

test('an installation that was ended is made anew', async () => {
  await setUp('start')
  rmSync(join(clone, 'node_modules', '.package-lock.json'))
  mkdirSync(join(clone, 'node_modules.new'))
  expect(await setUp('start')).toBe('start')
  expect(commands).toEqual(['ci beside it', 'ci beside it'])
})
