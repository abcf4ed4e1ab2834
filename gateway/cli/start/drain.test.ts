import { EventEmitter } from 'node:events'
import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createTester, createTestWorld } from '../../testing/test-world.ts'
import { createUnderway } from './door/underway.ts'
import { serve } from './serve.ts'

/** A payment whose proof takes until `prove` is called. */
async function begin(settings: Record<string, string> = {}) {
  const world = await createTestWorld({ SOTTO_PORT: '0', ...settings })
  const closing = new AbortController()
  world.closing = closing.signal
  const logged: object[] = []
  const note = (fields: object, message: string) => void logged.push({ ...fields, message })
  world.log = { ...world.log, warn: note, error: note }
  const tester = await createTester(world)
  const { id: walletId } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  await tester.api.fund({ walletId, amount: '5' })
  await tester.api.mint({ walletId, amount: '5' })
  const server = await serve(world, world.config)
  const { promise: proving, resolve: begun } = Promise.withResolvers<void>()
  const { promise: proven, resolve: prove } = Promise.withResolvers<void>()
  const encrypt = world.chain.confidential.encrypt
  world.chain.confidential.encrypt = async (...given) => {
    begun()
    await proven
    return encrypt(...given)
  }
  const to = world.chain.wallets.create().address
  const body = JSON.stringify({ walletId, amount: '1', to })
  const headers = { authorization: `Bearer ${tester.apiKey}`, 'content-type': 'application/json' }
  const sent = request(`${server.url}/api/v1/transfer`, { method: 'POST', headers })
  const answered = new Promise<number | string>((resolve) => {
    sent.once('error', ({ message }) => resolve(message))
    sent.once('response', (response) => resolve(response.resume().statusCode ?? 0))
  })
  sent.end(body)
  await proving
  const rows = async () => (await tester.api.listTransactions({ type: 'TRANSFER' })).items.map(({ status }) => status)
  return { closing, server, prove, answered, sent, rows, logged }
}

const isRefused = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => resolve(socket.destroy().connecting))
  })

test('a gateway that stops refuses connections, and finishes and answers what runs', async () => {
  const { closing, server, prove, answered, rows, logged } = await begin()
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  silent.on('error', () => {})
  await new Promise((resolve) => silent.once('connect', resolve))
  closing.abort()
  const closed = server.close()
  expect(await isRefused(server.url)).toBe(true)
  prove()
  expect(await answered).toBe(201)
  // Nothing is under way any more: a connection that says nothing keeps nobody.
  await closed
  expect(await rows()).toHaveLength(1)
  expect(logged).toEqual([])
})

test('a call whose client has gone is finished too', async () => {
  const { closing, server, prove, sent, rows } = await begin()
  sent.destroy()
  closing.abort()
  const closed = server.close()
  prove()
  await closed
  expect(await rows()).toHaveLength(1)
})

test('it does not wait longer than SOTTO_DRAIN_MS', async () => {
  const { closing, server, answered, rows, prove } = await begin({ SOTTO_DRAIN_MS: '0' })
  closing.abort()
  await server.close()
  expect(await answered).toBe('socket hang up')
  expect(await rows()).toEqual([])
  prove()
})

test('a stream whose client does not read keeps nobody', async () => {
  const work = createUnderway()
  const stuck = {
    request: { url: '/api/v1/events?x' } as IncomingMessage,
    response: new EventEmitter() as ServerResponse,
  }
  work.untilAnswered(() => {})(stuck.request, stuck.response as Parameters<RequestListener>[1])
  await work.ended(600_000)
})
