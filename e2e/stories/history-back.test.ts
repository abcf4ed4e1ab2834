import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

// The chain goes on beside the installation, as a live one does: a restore puts back the database alone.

const ELSEWHERE = `0x${'e1'.repeat(20)}`
const FOUND_MS = 90_000
/** With burns that the token pays there is less to bring back. */
const MODES = isLong ? ['float', 'backed'] : ['float']

describe.each(MODES)('a restore gives the history back (%s)', (mode) => {
  let folder: ReturnType<typeof temporaryFolder>
  let testnet: Testnet
  let env: Record<string, string>
  let gateway: Gateway | undefined

  beforeAll(async () => {
    folder = temporaryFolder()
    testnet = await startTestnet(folder.path)
    // What the operator's key did before a gateway had it is no payment of one.
    if (mode === 'float') await testnet.money.fund(testnet.operator, 10n ** 9n, 0n)
    env = { ...testnet.environment(), SOTTO_REDEEM_MODE: mode }
  })

  afterAll(async () => {
    await gateway?.kill()
    await testnet.stop()
    folder.remove()
  })

  async function command(...words: string[]): Promise<string> {
    const secret = join(folder.path, 'passphrase')
    writeFileSync(secret, 'a passphrase for the backup')
    const isOfBackup = words[0] === 'backup' || words[0] === 'restore'
    const more = isOfBackup ? ['--passphrase-file', secret] : []
    const { ended, stdout, stderr } = runSotto([...words, ...more, '--data-dir', join(folder.path, 'home')], env)
    const code = await ended
    if (isOfBackup) expect(code, stderr()).toBe(0)
    return stdout()
  }

  const start = () => startGateway({ dataDir: join(folder.path, 'home'), env })

  /** Everything in the account, by ID, but for what the chain does not know. */
  async function history(api: Client): Promise<Map<string, Partial<Transaction>>> {
    const { items } = await api.listTransactions({ direction: 'all', pageSize: 100 })
    return new Map(
      items.map(({ createdAt, updatedAt, externalId, rebuiltAt, ...told }) => [told.id, told as Partial<Transaction>]),
    )
  }

  test('with its IDs, amounts and hashes, and each repeat is answered by its own payment', async () => {
    gateway = await start()
    const key = makeKey(join(folder.path, 'home'))
    let api = clientOf(gateway, key)
    const { wallet: one } = await api.createWallet({ type: 'custodial' })
    await settled(api, (await api.fund({ walletId: one.id, amount: '100' })).transaction.id)
    const file = join(folder.path, 'all.backup')
    await command('backup', file)

    const { wallet: two } = await api.createWallet({ type: 'custodial' })
    const made: { id: string; again(client: Client): ReturnType<Client['fund']> }[] = []
    const pay = async (again: (client: Client, key: { idempotencyKey: string }) => ReturnType<Client['fund']>) => {
      const named = { idempotencyKey: `order ${made.length}` }
      const { transaction } = await again(api, named)
      expect((await settled(api, transaction.id)).status).toBe('SETTLED')
      made.push({ id: transaction.id, again: (client) => again(client, named) })
    }
    await pay((client, named) => client.mint({ walletId: one.id, amount: '60', externalId: 'a name' }, named))
    await pay((client, named) => client.fund({ walletId: two.id, amount: '20' }, named))
    for (const amount of ['1', '2', '2']) {
      await pay((client, named) => client.transfer({ walletId: one.id, toWalletId: two.id, amount }, named))
      await pay((client, named) => client.transfer({ walletId: one.id, to: ELSEWHERE, amount, token: 'STABLE' }, named))
      await pay((client, named) => client.redeem({ walletId: one.id, amount }, named))
    }
    await pay((client, named) => client.mint({ walletId: two.id, amount: '5' }, named))
    await pay((client, named) => client.redeem({ walletId: two.id, amount: '3' }, named))
    const before = await history(api)
    await gateway.kill()

    await command('restore', file, '--force')
    gateway = await start()
    await gateway.kill()
    gateway = await start()
    api = clientOf(gateway, key)
    await expect.poll(() => history(api), { timeout: FOUND_MS, interval: 1_000 }).toEqual(before)
    for (const { id, again } of made) expect((await again(api)).transaction).toMatchObject({ id, status: 'SETTLED' })
    expect(await history(api)).toEqual(before)
    const { transaction } = await api.getTransaction({ id: made[0]?.id ?? '' })
    expect(transaction).toMatchObject({ externalId: null, rebuiltAt: expect.stringMatching(/^2/) })
    const doctor = await command('doctor')
    expect(doctor).toMatch(new RegExp(`^ok +payments found again: ${made.length} payments that were newer`, 'm'))
    expect(doctor).toContain('no transaction is unattributed')
    await gateway.stop()
    gateway = undefined
  })
})
