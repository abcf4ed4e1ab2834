import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { freePort, type Running, runtimeOf, startExample, unpackExamples } from '../harness/examples.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder } from '../harness/gateway.ts'

const folder = temporaryFolder()
let gateway: Gateway
let key: string
let api: Client
let till: string
let payer: string

beforeAll(async () => {
  const dataDir = join(folder.path, 'data')
  gateway = await startGateway({ dataDir })
  key = makeKey(dataDir)
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

describe('webhooks.md', () => {
  const project = join(folder.path, 'webhooks')
  const names = unpackExamples('gateway/docs/webhooks.md', project)

  test('has a receiver in each language', () => expect(names).toEqual(['receiver.ts', 'receiver.py']))

  test.for(['receiver.ts', 'receiver.py'])(
    '%s takes what the gateway has signed, acts once, and nothing else',
    async (name, { skip }) => {
      skip(runtimeOf(name) === undefined, `nothing here runs ${name}`)
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
