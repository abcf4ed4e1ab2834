import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { denoFor, folderForDeno } from '../harness/deno.ts'
import { clientOf, type Gateway, makeKey, startGateway } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/** A gateway that is told to stop while it works, as a service manager tells it. */
const folder = folderForDeno()
let testnet: Testnet
let gateway: Gateway | undefined
let apiKey: string | undefined

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
})
afterEach(async () => {
  await testnet.controls.setAutomine(true)
  await gateway?.kill()
})
afterAll(async () => {
  await testnet.stop()
  folder.remove()
})

type Runtime = { runtime?: string[] }

function start(on: Runtime, settings: Record<string, string>) {
  const env = { ...testnet.environment(), SOTTO_WORKER: 'true', ...settings }
  return startGateway({ dataDir: folder.path, env, ...on })
}

/** A payment is signed and sent, and no block is made. */
async function waiting(on: Runtime, settings: Record<string, string> = {}) {
  gateway = await start(on, { SOTTO_RECEIPT_WAIT_MS: '600000', ...settings })
  apiKey ??= await makeKey(folder.path)
  const api = clientOf(gateway, apiKey)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await testnet.controls.setAutomine(false)
  const answer = api.fund({ walletId: wallet.id, amount: '5' })
  await expect.poll(() => statuses(api, wallet.id)).toEqual(['PENDING'])
  return { gateway, answer }
}

const statuses = async (api: Client, walletId: string) =>
  (await api.listTransactions({ walletId })).items.map(({ status }) => status)

const isRefused = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => resolve(socket.destroy().connecting))
  })

/** It wrote no error, and no stack. */
function isCalm({ output }: Gateway): void {
  expect(output().stdout + output().stderr).not.toMatch(/^ +at |"level":(50|60)/m)
}

const runtimes: [string, Runtime][] = [['Node', {}]]
if (isLong) runtimes.push(['Deno', { runtime: denoFor(folder.path) }])

describe.each(runtimes)('on %s', (_, on) => {
  test('a call that waits is answered as it would have been, and further clients are refused', async () => {
    const { gateway, answer } = await waiting(on)
    const ended = gateway.stop()
    await expect.poll(() => isRefused(gateway.url)).toBe(true)
    await testnet.controls.setAutomine(true)
    expect((await answer).transaction.status).toBe('SETTLED')
    expect(await ended).toBe(0)
    isCalm(gateway)
  })

  test('at the end of the drain it is answered with what is known, and the next start sees to the rest', async () => {
    const { gateway: first, answer } = await waiting(on, { SOTTO_DRAIN_MS: '500' })
    const ended = first.stop()
    const { transaction } = await answer
    expect(transaction.status).toBe('PENDING')
    expect(await ended).toBe(0)
    isCalm(first)
    await testnet.controls.setAutomine(true)
    gateway = await start(on, {})
    const api = clientOf(gateway, apiKey ?? '')
    await expect.poll(async () => (await api.getTransaction(transaction)).transaction.status).toBe('SETTLED')
  })

  test('a second signal ends it at once', async () => {
    const { gateway, answer } = await waiting(on, { SOTTO_DRAIN_MS: '600000' })
    const lost = expect(answer).rejects.toThrow()
    const ended = gateway.stop()
    await expect.poll(() => isRefused(gateway.url)).toBe(true)
    // Signals within a second are one press of Ctrl-C.
    const pressing = setInterval(() => gateway.process.kill('SIGTERM'), 300)
    expect(await ended).toBe(130)
    clearInterval(pressing)
    await lost
  })
})
