import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { rpc } from '../harness/rpc.ts'

/** A new node takes seconds; the limit is for one that never comes. */
const WHILE_THROWN_AWAY = { timeout: 240_000, interval: 20 }

const folder = temporaryFolder()
let gateway: Gateway
let api: Client

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path })
  api = clientOf(gateway, await makeKey(folder.path))
})
afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

/** The node itself, past the test-net's front: what finds its port may ask it. */
function behind(): (method: string, ...params: unknown[]) => Promise<unknown> {
  const note = JSON.parse(readFileSync(join(folder.path, 'offline', 'testnet', 'anvil.json'), 'utf8'))
  const { host, port } = note.running.at(-1) as { host: string; port: number }
  return (method, ...params) => rpc(`http://${host}:${port}`, method, ...params)
}

/**
 * A transaction of a wallet whose key the intruder has not, and blocks. Done again where a read of the gateway's own has
 * the node thrown away in between.
 */
async function drive(from: string, blocks: number): Promise<void> {
  await vi.waitFor(async () => {
    const node = behind()
    await node('anvil_impersonateAccount', from)
    await node('eth_sendTransaction', { from, to: from, value: '0x1', gas: '0x5208' })
    if (blocks > 0) await node('anvil_mine', `0x${blocks.toString(16)}`)
  }, WHILE_THROWN_AWAY)
}

test.each([
  ['has a transaction in its pool', 0],
  ['has mined one', 1],
  ['has mined one, and a hundred blocks on it', 100],
])('a wallet pays that was read beside an intruder who %s', async (_, blocks) => {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '25' })
  await drive(wallet.address, blocks)
  await triple(api, wallet.id)
  const { transaction } = await api.mint({ walletId: wallet.id, amount: '10' })
  expect(transaction.status).toBe('SETTLED')
  expect(await triple(api, wallet.id)).toEqual(['15', '10', '25'])
})

test('a payment that is refused beside an intruder leaves the wallet to the next one', async () => {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '25' })
  await drive(wallet.address, 1)
  await expect(api.mint({ walletId: wallet.id, amount: '26' })).rejects.toMatchObject({ code: 'validation_error' })
  expect((await api.mint({ walletId: wallet.id, amount: '10' })).transaction.status).toBe('SETTLED')
  expect(await triple(api, wallet.id)).toEqual(['15', '10', '25'])
})
