import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTester, createTestWorld } from '../../testing/test-world.ts'
import { runWorker } from '../../transactions/worker.ts'
import { systemClock } from '../../world/clock.ts'
import { createUnderway } from './door/underway.ts'
import { within } from './drain.ts'
import { serve } from './serve.ts'

/** A payment whose proof takes until `prove` is called, and whose receipt is waited for as long as a client may ask. */
async function begin() {
  const world = await createTestWorld({ SOTTO_PORT: '0', SOTTO_RECEIPT_WAIT_MS: '600000' })
  const [closing, drained] = [new AbortController(), new AbortController()]
  Object.assign(world, { closing: closing.signal, drained: drained.signal })
  const logged: object[] = []
  const note = (fields: object, message: string) => void logged.push({ ...fields, message })
  world.log = { ...world.log, warn: note, error: note }
  const tester = await createTester(world)
  const { id: walletId } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  await tester.api.fund({ walletId, amount: '5' })
  await tester.api.mint({ walletId, amount: '5' })
  // What waits for a receipt waits in real time.
  Object.assign(world.clock, systemClock)
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
  return { world, closing, drained, server, prove, answered, sent, rows, logged }
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

test('a call that waits for its receipt goes on waiting, and is answered as it would have been', async () => {
  const { world, closing, server, prove, answered, rows } = await begin()
  world.chain.ledger.automine = false
  prove()
  await expect.poll(rows).toEqual(['PENDING'])
  closing.abort()
  const closed = server.close()
  expect(await Promise.race([answered, sleep(1_000, 'nothing yet')])).toBe('nothing yet')
  world.chain.ledger.mine()
  expect(await answered).toBe(201)
  await closed
  expect(await rows()).toEqual(['SETTLED'])
})

test('at the end of the drain it is answered with what is known', async () => {
  const { world, closing, drained, server, prove, answered, rows, logged } = await begin()
  world.chain.ledger.automine = false
  prove()
  await expect.poll(rows).toEqual(['PENDING'])
  closing.abort()
  const closed = server.close()
  drained.abort()
  expect(await answered).toBe(201)
  await closed
  expect(await rows()).toEqual(['PENDING'])
  expect(logged).toEqual([])
})

test('a connection takes no further request, and ends with the one that runs', async () => {
  const { closing, server, prove } = await begin()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const bytes = 'GET /api/v1/sandbox HTTP/1.1\r\nHost: localhost\r\n\r\n'
  // Half of a request was sent, so that the connection is not idle.
  await once(socket, 'connect')
  socket.write(bytes.slice(0, 20))
  // Once this is answered, the server has read the half.
  await (await fetch(`${server.url}/api/v1/sandbox`, { headers: { connection: 'close' } })).text()
  closing.abort()
  const closed = server.close()
  socket.write(bytes.slice(20) + bytes)
  await ended
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
  expect(text).toMatch(/^connection: close$/im)
  prove()
  await closed
})

test('the worker finishes the payments that it is at', async () => {
  const world = await createTestWorld()
  const closing = new AbortController()
  Object.assign(world, { closing: closing.signal })
  const tester = await createTester(world)
  const { id: walletId } = (await tester.api.createWallet({ type: 'custodial' })).wallet
  world.chain.ledger.automine = false
  await tester.api.fund({ walletId, amount: '5' })
  world.chain.ledger.mine()
  const { promise: looking, resolve: looks } = Promise.withResolvers<void>()
  const { promise: may, resolve: go } = Promise.withResolvers<void>()
  const { receipt } = world.chain
  world.chain.receipt = async (hash) => {
    looks()
    await may
    return receipt(hash)
  }
  const worked = within(new AbortController().signal, runWorker(world))
  await looking
  closing.abort()
  go()
  await worked
  const rows = await world.db.selectFrom('transactions').select('status').execute()
  expect(rows).toEqual([{ status: 'SETTLED' }])
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

test('a proof that takes longer than the drain is left, and with it no row', async () => {
  const { closing, drained, server, answered, rows, prove } = await begin()
  closing.abort()
  drained.abort()
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
  await work.ended()
})
