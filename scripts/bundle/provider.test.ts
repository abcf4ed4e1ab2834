import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProvider } from './provider.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
/** A project with the package in its `node_modules`, as `npm install` would lay it out. */
const project = mkdtempSync(join(tmpdir(), 'sotto-consumer-'))
const installed = join(project, 'node_modules', 'sotto')

beforeAll(async () => {
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  await buildProvider(join(installed, 'dist', 'provider'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const run = (command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test('Node imports the package by its name, and hears what a page without the wallet hears', () => {
  writeFileSync(
    join(project, 'use.js'),
    `import { connectSotto, SottoUnavailable, sottoCodes } from 'sotto/provider'
     const error = await connectSotto().catch((error) => error)
     console.log(error instanceof SottoUnavailable, sottoCodes.refused, error.message)`,
  )
  expect(run(process.execPath, ['use.js'])).toEqual({
    status: 0,
    said: 'true 4001 Sotto is not installed, or not enabled on this site.\n',
  })
})

test('its manifest can be read, and nothing else of the package can be imported', () => {
  writeFileSync(
    join(project, 'look.js'),
    `import { createRequire } from 'node:module'
     const require = createRequire(import.meta.url)
     console.log(require('sotto/package.json').bin.sotto)
     for (const name of ['sotto', 'sotto/dist/main.js'])
       await import(name).catch(({ code }) => console.log(code))`,
  )
  const said = 'dist/bin.mjs\nERR_PACKAGE_PATH_NOT_EXPORTED\nERR_PACKAGE_PATH_NOT_EXPORTED\n'
  expect(run(process.execPath, ['look.js'])).toEqual({ status: 0, said })
})

const consumer = `import { type AddressCard, connectSotto, type Sotto, SottoError, SottoUnavailable } from 'sotto/provider'

export async function refundTo(): Promise<AddressCard | string> {
  try {
    const sotto: Sotto = await connectSotto({ timeoutMs: 500 })
    sotto.on('addressCardRevoked', () => {})
    sotto.on('permissionsChanged', ([permission]) => permission?.caveats.at(0)?.value)
    const { chainId } = await sotto.info()
    const card = await sotto.requestAddressCard({ purpose: \`Refund on \${chainId}\` })
    const { nota } = await sotto.provider.request({ method: 'sotto_getAddressCard' })
    return nota === '' ? 'none' : card
  } catch (error) {
    if (error instanceof SottoUnavailable) return error.todo.join()
    return error instanceof SottoError ? String(error.code) : 'other'
  }
}
`

const compile = (name: string, text: string, ...options: string[]) => {
  writeFileSync(join(project, name), text)
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', ...options]
  return run(join(root, 'node_modules', '.bin', 'tsc'), [...strict, name])
}

test.each([
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('TypeScript finds its types (%s)', (_, options) => {
  expect(compile('consumer.ts', consumer, ...options)).toEqual({ status: 0, said: '' })
})

test('TypeScript refuses a method and an event that there are not, a purpose that is no text, and a label of the card', () => {
  const text = `import type { Sotto } from 'sotto/provider'
export const method = (sotto: Sotto) => sotto.provider.request({ method: 'eth_accounts' })
export const event = (sotto: Sotto) => sotto.on('accountsChanged', () => {})
export const purpose = (sotto: Sotto) => sotto.requestAddressCard({ purpose: 5 })
export const label = (sotto: Sotto) => sotto.getAddressCard().then((card) => card.label)
`
  const { said } = compile('wrong.ts', text, '--module', 'nodenext')
  expect([...said.matchAll(/^wrong\.ts\((\d+)/gm)].map(([, line]) => line)).toEqual(['2', '3', '4', '5'])
})

test('it is small and depends on nothing', () => {
  const script = readFileSync(join(installed, 'dist', 'provider', 'connect.js'), 'utf8')
  expect(script).not.toMatch(/\bimport\b|\brequire\b/)
  expect(script.length).toBeLessThan(8_000)
})
