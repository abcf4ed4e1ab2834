import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientOf, type Gateway, makeKey, sotto, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { startTestnet } from '../harness/testnet.ts'

/** A gateway looks every 30 seconds, and says where it stands at any time. */
const inTime = { interval: 1_000 }

type Ready = { ok: boolean; warnings: { name: string; count: number; see: string }[] }

const warningsOf = async ({ url }: Gateway) =>
  ((await (await fetch(`${url}/readyz`)).json()) as Ready).warnings.filter(
    ({ name }) => name === 'foreign_transactions',
  )
const metricOf = async ({ url }: Gateway) =>
  /^sotto_foreign_transactions (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
const errorsOf = (gateway: Gateway) =>
  gateway
    .output()
    .stderr.split('\n')
    .filter((line) => line.includes('"level":50') && line.includes('second gateway'))

test('of two gateways with one operator’s key and two databases each says so once the other pays', async () => {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const start = (name: string) =>
    startGateway({
      dataDir: join(folder.path, name),
      env: { ...testnet.environment() },
    })
  const pays = async (gateway: Gateway, name: string) => {
    const api = clientOf(gateway, await makeKey(join(folder.path, name)))
    const { wallet } = await api.createWallet({ type: 'custodial' })
    expect((await api.fund({ walletId: wallet.id, amount: '5' })).transaction.status).toBe('SETTLED')
  }
  const [one, other] = [await start('one'), await start('other')]
  try {
    await pays(one, 'one')
    // Nothing is asked of the other: it looks by itself.
    await expect.poll(() => errorsOf(other), inTime).toHaveLength(1)
    expect(errorsOf(other)[0]).toContain(testnet.operator)
    await expect
      .poll(() => warningsOf(other), inTime)
      .toEqual([{ name: 'foreign_transactions', count: 1, see: 'sotto owed' }])
    await expect.poll(() => metricOf(other), inTime).toBe('1')
    expect([errorsOf(one), await warningsOf(one), await metricOf(one)]).toEqual([[], [], '0'])

    await pays(other, 'other')
    await expect.poll(() => errorsOf(one), inTime).toHaveLength(1)
    await expect.poll(() => warningsOf(one), inTime).toMatchObject([{ count: 1 }])
    const listed = sotto(join(folder.path, 'other'), 'owed')
    expect(listed).toContain('another gateway on the same keys')
    const [, hash = ''] = /fund of 5 to 0x\w{40}, (0x\w{64})/.exec(listed) ?? []
    sotto(join(folder.path, 'other'), 'owed', '--seen', hash)
    await expect.poll(() => warningsOf(other), inTime).toEqual([])
  } finally {
    await Promise.all([one.stop(), other.stop()])
    await testnet.stop()
    folder.remove()
  }
})
