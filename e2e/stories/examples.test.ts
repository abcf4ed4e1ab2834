import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { freePort } from '../../gateway/testing/free-port.ts'
import { signedHeaders } from '../../gateway/webhooks/signature.ts'
import { projectRoot } from '../harness/command.ts'
import { type Running, runExample, runtimeOf, startExample, unpackExamples } from '../harness/examples.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { type Document, generatePython } from '../harness/generated.ts'

const folder = temporaryFolder()
let gateway: Gateway
let key: string
let api: Client
let till: string
let payer: string

beforeAll(async () => {
  const dataDir = join(folder.path, 'data')
  gateway = await startGateway({ dataDir })
  key = await makeKey(dataDir)
  api = clientOf(gateway, key)
  const wallets = [1, 2].map(async () => (await api.createWallet({ type: 'custodial' })).wallet.id)
  ;[till = '', payer = ''] = await Promise.all(wallets)
  await api.fund({ walletId: payer, amount: '100' })
  await settled(api, (await api.mint({ walletId: payer, amount: '60' })).transaction.id)
})
afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

/** Python may be missing where tests run. */
const lacks = (name: string) => runtimeOf(name) === undefined

describe('webhooks.md', () => {
  const project = join(folder.path, 'webhooks')
  const names = unpackExamples('gateway/docs/webhooks.md', project)

  test('has a receiver in each language', () => expect(names).toEqual(['receiver.ts', 'receiver.py']))

  test.for(['receiver.ts', 'receiver.py'])(
    '%s takes what the gateway has signed, and nothing else, and acts once',
    async (name, { skip }) => {
      skip(lacks(name), `nothing here runs ${name}`)
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/hook`
      const { webhook, secret } = await api.createWebhook({ url, events: ['request.paid'] })
      const receiver = startExample(project, name, { WEBHOOK_SECRET: secret, PORT: String(port) })
      try {
        await answering(url, receiver)
        const { id } = (await api.createRequest({ walletId: till, amount: '1' })).request
        await api.transfer({ walletId: payer, requestId: id })
        await expect.poll(receiver.lines).toEqual([`paid ${id}`])
        const [delivery] = (await api.listDeliveries({ id: webhook.id })).items
        await api.redeliver({ id: webhook.id, deliveryId: delivery?.id ?? '' })
        await expect
          .poll(async () => (await api.listDeliveries({ id: webhook.id })).items)
          .toMatchObject([{ state: 'delivered', answer: 204 }])
        // After a restore it is told again, under another ID.
        const body = JSON.stringify({ type: 'request.paid', timestamp: new Date().toISOString(), data: { id } })
        const again = { method: 'POST', body, headers: signedHeaders({ id: 'other', at: Date.now(), body }, [secret]) }
        expect((await fetch(url, again)).status).toBe(204)
        expect((await api.testWebhook({ id: webhook.id })).delivery).toMatchObject({ state: 'delivered', answer: 204 })
        await api.rotateWebhookSecret({ id: webhook.id })
        expect((await api.testWebhook({ id: webhook.id })).delivery).toMatchObject({ state: 'delivered', answer: 204 })
        const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
        for (const headers of [{}, forged, { ...forged, 'webhook-signature': 'v1,AAAA' }])
          expect((await fetch(url, { method: 'POST', body: '{"type":"request.paid"}', headers })).status).toBe(400)
        expect(receiver.lines()).toEqual([`paid ${id}`])
      } finally {
        await receiver.stop()
        await api.deleteWebhook({ id: webhook.id })
      }
    },
  )
})

/** Waits until a receiver listens. */
async function answering(url: string, { process, lines }: Running): Promise<void> {
  const status = async () => {
    if (process.exitCode !== null) throw new Error(lines().join('\n'))
    return fetch(url, { method: 'POST', body: '' }).then(
      (answer) => answer.status,
      () => 0,
    )
  }
  await expect.poll(status).toBe(400)
}

describe.each(['ts', 'py'])('recipes.md in .%s', (kind) => {
  const project = join(folder.path, `recipes-${kind}`)
  const names = unpackExamples('gateway/docs/recipes.md', project)
  const env = () => ({ SOTTO_GATEWAY_URL: gateway.url, SOTTO_API_KEY: key, WALLET: till })
  const run = (name: string, ...args: string[]) => runExample(project, `${name}.${kind}`, args, env())

  test('a payment is accepted, booked once, and refunded once', async ({ skip }) => {
    skip(lacks(`.${kind}`), `nothing here runs .${kind}`)
    expect(names).toEqual(expect.arrayContaining([`accept.${kind}`, `refund.${kind}`, `reconcile.${kind}`]))
    const order = `order-${kind}`
    const accepted = run('accept', order, '2')
    expect(run('accept', order, '2')).toBe(accepted)
    const [id = '', url = ''] = accepted.split(' ')
    expect((await api.getRequest({ id })).request).toMatchObject({
      url,
      amount: '2',
      externalId: order,
      status: 'OPEN',
    })
    await api.transfer({ walletId: payer, requestId: id })
    await collected(id)

    const books = startExample(project, `reconcile.${kind}`, env())
    try {
      await expect.poll(books.lines).toContain(`${order} 2 cSTABLE`)
      const later = run('accept', `later-${kind}`, '1').split(' ')[0] ?? ''
      await api.transfer({ walletId: payer, requestId: later })
      await expect.poll(books.lines).toContain(`later-${kind} 1 cSTABLE`)
      expect(books.lines().filter((line) => line.includes(`-${kind} `))).toHaveLength(2)
    } finally {
      await books.stop()
    }

    const { address } = (await api.getWallet({ id: payer })).wallet
    const [refund = '', status] = run('refund', id, address).split(' ')
    expect(status).toBe('SETTLED')
    expect(run('refund', id, address)).toBe(`${refund} SETTLED`)
    expect((await api.getTransaction({ id: refund })).transaction).toMatchObject({ amount: '2', to: address })
  })

  test('invoices are issued once, with a link and a file that is verified', async ({ skip }) => {
    skip(lacks(`.${kind}`), `nothing here runs .${kind}`)
    const invoices = ['1', '2'].map((number) => ({ number: `${kind}-${number}`, amount: number, due: '2099-01-31' }))
    writeFileSync(join(project, 'invoices.json'), JSON.stringify(invoices))
    const issued = run('invoices')
    expect(run('invoices')).toBe(issued)
    for (const [index, line] of issued.split('\n').entries()) {
      const [number = '', url] = line.split(' ')
      const { items } = await api.listRequests({ externalId: number })
      expect(items).toMatchObject([{ url, amount: String(index + 1), expiresAt: '2099-01-31T23:59:59.000Z' }])
      const nota = readFileSync(join(project, `${number}.nota`), 'utf8')
      expect(await api.verifyNota({ nota })).toMatchObject({ valid: true, type: 'request' })
    }
  })
})

test('a client in Python, with classes that a generator made of the OpenAPI document, asks to be paid and pays', async ({
  skip,
}) => {
  skip(lacks('.py'), 'nothing here runs .py')
  const project = join(folder.path, 'generated')
  mkdirSync(project)
  const document = (await (await fetch(`${gateway.url}/api/v1/openapi.json`)).json()) as Document
  writeFileSync(join(project, 'models.py'), await generatePython(document, NAMED))
  cpSync(join(projectRoot, 'e2e', 'harness', 'generated-client.py'), join(project, 'client.py'))
  const env = { SOTTO_GATEWAY_URL: gateway.url, SOTTO_API_KEY: key, WALLET: till, PAYER: payer }
  const [id = '', status] = runExample(project, 'client.py', [], env).split(' ')
  expect(status).toBe('SETTLED')
  const { items } = await api.listRequests({ externalId: 'generated' })
  expect(items).toMatchObject([{ id, amount: '1.5' }])
})
/** What the client names. */
const NAMED = ['CreateRequestInput', 'Failure', 'PaymentRequest', 'Transaction', 'TransferInput', 'Wallet']

test('the examples in TypeScript are what the types of the package allow', () => {
  const files = ['webhooks', 'recipes-ts'].flatMap((project) =>
    globSync('*.ts', { cwd: join(folder.path, project) }).map((file) => join(folder.path, project, file)),
  )
  expect(files).toHaveLength(6)
  const strict = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
  ]
  const types = ['--typeRoots', join(projectRoot, 'node_modules', '@types'), '--types', 'node', '--skipLibCheck']
  const tsc = join(projectRoot, 'node_modules', '.bin', 'tsc')
  const { status, stdout } = spawnSync(tsc, [...strict, ...types, ...files], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect([status, stdout]).toEqual([0, ''])
})

/** Waits until what paid a request is in the wallet. */
async function collected(id: string): Promise<void> {
  const isCollected = async () => {
    const { transactions } = (await api.getRequest({ id })).request
    const all = await Promise.all(
      transactions.map(async (each) => (await api.getTransaction({ id: each })).transaction),
    )
    return all.some(({ type, status }) => type !== 'RECEIVE' && status === 'SETTLED')
  }
  await expect.poll(isCollected).toBe(true)
}
