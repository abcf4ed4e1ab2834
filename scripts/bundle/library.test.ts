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

/** Tests of what is refused resolve by `nodenext`. */
const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler']

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
  test('TypeScript knows its events', () => {
    expect(compile('receiver.ts', receiver, ...bundler)).toEqual({ status: 0, said: '' })
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

describe('sotto/client', () => {
  test('calls the API, and rejects with its refusal, with nothing else installed', () => {
    writeFileSync(
      join(project, 'call.js'),
      `import { createClient, Refused } from 'sotto/client'
       const answers = [
         [200, { ok: true, data: { balances: [] } }],
         [404, { ok: false, error: { code: 'not_found', message: 'No.' } }],
       ]
       const fetch = async (url, { method, headers }) => {
         console.log(method, url, headers.authorization)
         const [status, body] = answers.shift()
         return new Response(JSON.stringify(body), { status })
       }
       const api = createClient({ origin: 'http://gateway.example', apiKey: 'key', fetch })
       console.log(JSON.stringify(await api.getBalances({ walletId: 'w1' })))
       await api.getTransaction({ id: 't1' }).catch((error) => console.log(error instanceof Refused, error.code))`,
    )
    const said = [
      'GET http://gateway.example/api/v1/balances?walletId=w1 Bearer key',
      '{"balances":[]}',
      'GET http://gateway.example/api/v1/transactions/t1 Bearer key',
      'true not_found',
    ]
    expect(run(process.execPath, ['call.js'])).toEqual({ status: 0, said: `${said.join('\n')}\n` })
  })

  const program = `import { type Client, createClient, readEvents, Refused, type Transaction } from 'sotto/client'
export async function pay(api: Client, walletId: string): Promise<Transaction['status']> {
  const asked = { walletId, amount: '1', toWalletId: walletId }
  const { transaction } = await api.transfer(asked, { idempotencyKey: 'one' })
  const amount: string | null = transaction.amount
  return amount === null ? 'PENDING' : transaction.status
}
export const api = createClient({ origin: 'http://127.0.0.1:7984', apiKey: '' })
export const isRefused = (error: unknown) => error instanceof Refused && error.code === 'policy_denied'
export const events = (signal: AbortSignal) => readEvents({ origin: '', signal })
`
  test('TypeScript knows calls and answers', () => {
    expect(compile('program.ts', program, ...bundler)).toEqual({ status: 0, said: '' })
  })

  test('TypeScript refuses calls and codes that there are not, and an amount that is a number', () => {
    const use = `import type { Client, Refused } from 'sotto/client'
export const lost = (api: Client) => api.steal({})
export const pay = (api: Client) => api.mint({ walletId: 'w1', amount: 1 })
export const code = (error: Refused) => error.code === 'lost'
`
    const { said } = compile('misuse.ts', use, '--module', 'nodenext')
    expect([...said.matchAll(/^misuse\.ts\((\d+)/gm)].map(([, line]) => line)).toEqual(['2', '3', '4'])
  })

  test('is one script that imports nothing', () => {
    const script = readFileSync(join(installed, 'dist', 'client', 'sotto-client.js'), 'utf8')
    expect(script).not.toMatch(/^import\b/m)
    expect(script.length).toBeLessThan(200_000)
  })
})
