import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildLibrary } from './library.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
/** A project with the package in its `node_modules`, as `npm install` would lay it out, and nothing else. */
const project = mkdtempSync(join(tmpdir(), 'sotto-receiver-'))
const installed = join(project, 'node_modules', 'sotto')

beforeAll(async () => {
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  await Promise.all((['webhooks', 'client'] as const).map((name) => buildLibrary(name, join(installed, 'dist', name))))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const run = (command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const compile = (name: string, text: string, ...options: string[]) => {
  writeFileSync(join(project, name), text)
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', ...options]
  return run(join(root, 'node_modules', '.bin', 'tsc'), [...strict, name])
}

const resolutions: [string, string[]][] = [
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
]

describe('sotto/webhooks', () => {
  test('verifies by what another implementation has signed, with nothing else installed', () => {
    writeFileSync(
      join(project, 'receive.js'),
      `import { createHmac } from 'node:crypto'
       import { InvalidMessage, verify } from 'sotto/webhooks'
       const key = Buffer.alloc(32, 7)
       const body = JSON.stringify({ type: 'request.paid', timestamp: '', data: { id: 'r1' } })
       const now = Math.floor(Date.now() / 1000)
       const signature = 'v1,' + createHmac('sha256', key).update('7-a.' + now + '.' + body).digest('base64')
       const headers = { 'webhook-id': '7-a', 'webhook-timestamp': String(now), 'webhook-signature': signature }
       const secret = 'whsec_' + key.toString('base64')
       console.log(JSON.stringify(verify(body, headers, secret)))
       try { verify(body + ' ', headers, secret) } catch (error) { console.log(error instanceof InvalidMessage) }`,
    )
    const event = { type: 'request.paid', timestamp: '', data: { id: 'r1' } }
    const said = `${JSON.stringify({ id: '7-a', event })}\ntrue\n`
    expect(run(process.execPath, ['receive.js'])).toEqual({ status: 0, said })
  })

  const receiver = `import { verify } from 'sotto/webhooks'
export function walletOf(body: string, headers: Headers, secret: string): string | undefined {
  const { id, event } = verify(body, headers, secret)
  switch (event.type) {
    case 'request.paid': { const status: 'paid' = event.data.status; return status + id + event.data.walletId }
    case 'transaction.settled': return event.data.amount ?? event.data.walletId
    default: return undefined
  }
}
`
  test.each(resolutions)('TypeScript knows its events (%s)', (_, options) => {
    expect(compile('receiver.ts', receiver, ...options)).toEqual({ status: 0, said: '' })
  })

  test('TypeScript refuses a type that is never sent, and the wallet of a batch', () => {
    const use = `import type { WebhookEvent } from 'sotto/webhooks'
export const lost = (event: WebhookEvent) => event.type === 'transaction.lost'
export const wallet = (event: WebhookEvent) => event.type === 'batch.done' && event.data.walletId
`
    const { said } = compile('wrong.ts', use, '--module', 'nodenext')
    expect([...said.matchAll(/^wrong\.ts\((\d+)/gm)].map(([, line]) => line)).toEqual(['2', '3'])
  })

  test('is one small script that imports nothing', () => {
    const script = readFileSync(join(installed, 'dist', 'webhooks', 'receive.js'), 'utf8')
    expect(script).not.toMatch(/^import\b/m)
    expect(script.length).toBeLessThan(40_000)
  })
})
