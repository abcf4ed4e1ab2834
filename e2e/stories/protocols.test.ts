import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import type { Protocol } from '../../gateway/testnet/setup/protocol.ts'
import {
  clientOf,
  type Gateway,
  makeKey,
  settled,
  sotto,
  startGateway,
  temporaryFolder,
  triple,
} from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/** Everything else runs on the newest protocol that Sepolia has; here are those before and after it. */
const UNIT = 1_000_000n
const ended: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

async function testnetOf(protocol: Protocol): Promise<{ testnet: Testnet; folder: string }> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path, { protocol })
  ended.push(folder.remove, testnet.stop)
  return { testnet, folder: folder.path }
}

async function gatewayOn(testnet: Testnet, dataDir: string): Promise<Gateway> {
  const gateway = await startGateway({ dataDir, env: testnet.environment() })
  ended.push(gateway.stop)
  return gateway
}

/** Two wallets, each with as much public as confidential. */
async function walletsOf(api: Client): Promise<{ a: string; b: string; address: `0x${string}` }> {
  const [a, b] = await Promise.all([1, 2].map(async () => (await api.createWallet({ type: 'custodial' })).wallet))
  if (a === undefined || b === undefined) throw new Error('no wallets')
  for (const { id: walletId } of [a, b]) {
    await api.fund({ walletId, amount: '200' })
    expect((await api.mint({ walletId, amount: '100' })).transaction.status).toBe('SETTLED')
  }
  return { a: a.id, b: b.id, address: b.address as `0x${string}` }
}

const statusOf = async (api: Client, id: string) => (await settled(api, id)).status
const protocolOf = async ({ url }: Gateway) => {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: { name: string }[] }
  return checks.find(({ name }) => name === 'protocol')
}

/** Before a release: the last test here pays on each of them, and `gateway/fhe/` proves the handles of all. */
const alone: readonly (Protocol | 'unknown')[] = isLong ? ['0.10', '0.15', 'unknown'] : []

describe.each(alone)('protocol %s', (protocol) => {
  test('all four verbs settle, money comes in, and a restored backup goes on', async () => {
    const { testnet, folder } = await testnetOf(protocol === 'unknown' ? '0.15' : protocol)
    if (protocol === 'unknown') await testnet.controls.upgrade('unknown')
    const outsider = await testnet.money.wallet(0n, 10n * UNIT)
    const home = join(folder, 'home')
    const gateway = await gatewayOn(testnet, home)
    const key = await makeKey(home)
    const api = clientOf(gateway, key)
    const { a, b, address } = await walletsOf(api)
    const { transaction: paid } = await api.transfer({ walletId: a, toWalletId: b, amount: '25' })
    expect(paid.status).toBe('SETTLED')
    const { transaction: redeemed } = await api.redeem({ walletId: b, amount: '10' })
    expect(await statusOf(api, redeemed.id)).toBe('SETTLED')

    await testnet.money.transfer(outsider, address, 7n * UNIT)
    const income = async () => (await api.listTransactions({ direction: 'in', type: 'RECEIVE' })).items[0]
    await expect.poll(income, { timeout: 240_000 }).toMatchObject({ amount: '7', status: 'SETTLED' })
    expect(await triple(api, a)).toEqual(['100', '75', '175'])
    expect(await triple(api, b)).toEqual(['110', '122', '232'])
    expect(await protocolOf(gateway)).toEqual(
      protocol === 'unknown' ? { name: 'protocol', ok: false, version: '0.7.0' } : { name: 'protocol', ok: true },
    )

    const [file, secret] = [join(folder, 'backup'), join(folder, 'passphrase')]
    writeFileSync(secret, 'a passphrase for the backup')
    sotto(home, 'backup', file, '--passphrase-file', secret)
    await api.transfer({ walletId: a, toWalletId: b, amount: '5' })
    await api.redeem({ walletId: a, amount: '1' })
    await gateway.kill()
    const away = join(folder, 'away')
    sotto(away, 'restore', file, '--passphrase-file', secret)
    const restored = clientOf(await gatewayOn(testnet, away), key)
    const again = async () => (await restored.transfer({ walletId: b, toWalletId: a, amount: '2' })).transaction.id
    const id = await untilReconciled(again)
    expect(await statusOf(restored, id)).toBe('SETTLED')
    // What the backup does not know is paid all the same: the burn too, once.
    await expect.poll(() => triple(restored, a), { timeout: 240_000 }).toEqual(['101', '71', '172'])
    expect(await triple(restored, b)).toEqual(['110', '125', '235'])
  })
})

/** After a restore nothing is signed until all is known that was signed before it. */
async function untilReconciled<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 240_000; ; await new Promise((resolve) => setTimeout(resolve, 250))) {
    try {
      return await call()
    } catch (error) {
      if ((error as { code?: string }).code !== 'reconciling' || Date.now() > deadline) throw error
    }
  }
}

test('payments on their way while a chain is upgraded settle once, from 0.10 to an unknown executor', async () => {
  const { testnet, folder } = await testnetOf('0.10')
  const gateway = await gatewayOn(testnet, folder)
  const api = clientOf(gateway, await makeKey(folder))
  const { a, b } = await walletsOf(api)
  let [left, arrived] = [100, 100]
  for (const protocol of ['0.13', '0.15', 'unknown'] as const) {
    const paid = Array.from({ length: 6 }, () => api.transfer({ walletId: a, toWalletId: b, amount: '1' }))
    const redeemed = api.redeem({ walletId: b, amount: '2' })
    await testnet.controls.upgrade(protocol)
    const answers = await Promise.all([...paid, redeemed])
    const statuses = await Promise.all(answers.map(({ transaction }) => statusOf(api, transaction.id)))
    expect(statuses).toEqual(answers.map(() => 'SETTLED'))
    left -= 6
    arrived += 4
    expect((await triple(api, a))[1]).toBe(String(left))
    expect((await triple(api, b))[1]).toBe(String(arrived))
  }
})
