import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { runSotto } from '../harness/command.ts'
import {
  clientOf,
  type Gateway,
  makeKey,
  patiently,
  settled,
  startGateway,
  temporaryFolder,
  triple,
} from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

// The chain goes on beside the installation, as a live one does: a restore puts back the database alone.

type Wallet = Awaited<ReturnType<Client['createWallet']>>['wallet']
type Payment = ReturnType<Client['fund']>

const ELSEWHERE = `0x${'e1'.repeat(20)}`
const FOUND_MS = 240_000
/** With burns that the token pays there is less to bring back. */
const MODES = isLong ? ['float', 'backed'] : ['float']

describe.each(MODES)('a restore gives the history back (%s)', (mode) => {
  let folder: ReturnType<typeof temporaryFolder>
  let testnet: Testnet
  let env: Record<string, string>
  let gateway: Gateway | undefined
  let api: Client
  let key: string
  let one: Wallet
  /** Made after the backup: all, those that something moved to or from, and what these held. */
  let wallets: Wallet[]
  let used: Wallet[]
  let triples: (string | null)[][]
  const made: { id: string; again(client: Client): Payment }[] = []

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

  const newWallet = async () => (await api.createWallet({ type: 'custodial' })).wallet

  async function pay(again: (client: Client, key: { idempotencyKey: string }) => Payment): Promise<void> {
    const named = { idempotencyKey: `order ${made.length}` }
    const { transaction } = await again(api, named)
    expect((await settled(api, transaction.id)).status).toBe('SETTLED')
    made.push({ id: transaction.id, again: (client) => again(client, named) })
  }

  /** Twenty wallets; of the first there is STABLE, of the second cSTABLE, of the last gas, and of the others nothing. */
  async function twentyWallets(): Promise<[Wallet, Wallet, Wallet]> {
    for (let each = 0; each < 20; each++) wallets.push(await newWallet())
    const [first, second, last] = [wallets.at(-20), wallets.at(-19), wallets.at(-1)] as [Wallet, Wallet, Wallet]
    await pay((client, named) => client.fund({ walletId: first.id, amount: '50' }, named))
    await pay((client, named) => client.transfer({ walletId: one.id, toWalletId: second.id, amount: '7' }, named))
    await pay((client, named) => client.fund({ walletId: last.id, amount: '1' }, named))
    return [first, second, last]
  }

  test('with its IDs, amounts and hashes, and each repeat is answered by its own payment, through a kill in between', async () => {
    gateway = await start()
    key = await makeKey(join(folder.path, 'home'))
    api = clientOf(gateway, key)
    one = await newWallet()
    await settled(api, (await api.fund({ walletId: one.id, amount: '100' })).transaction.id)
    const file = join(folder.path, 'all.backup')
    await command('backup', file)

    const two = await newWallet()
    wallets = [two]
    await pay((client, named) => client.mint({ walletId: one.id, amount: '60', externalId: 'a name' }, named))
    await pay((client, named) => client.fund({ walletId: two.id, amount: '20' }, named))
    for (const amount of ['1', '2', '2']) {
      await pay((client, named) => client.transfer({ walletId: one.id, toWalletId: two.id, amount }, named))
      await pay((client, named) => client.transfer({ walletId: one.id, to: ELSEWHERE, amount, token: 'STABLE' }, named))
      await pay((client, named) => client.redeem({ walletId: one.id, amount }, named))
    }
    await pay((client, named) => client.mint({ walletId: two.id, amount: '5' }, named))
    await pay((client, named) => client.redeem({ walletId: two.id, amount: '3' }, named))
    used = [two, ...(await twentyWallets())]
    triples = await Promise.all(used.map(({ id }) => triple(api, id)))
    const before = await history(api)
    await gateway.kill()

    expect(await command('restore', file, '--force')).toContain('come back once the gateway runs')
    gateway = await start()
    await gateway.kill()
    gateway = await start()
    api = clientOf(gateway, key)
    await expect.poll(() => history(api), { timeout: FOUND_MS, interval: 1_000 }).toEqual(before)
    const first = async () => (await api.getTransaction({ id: made[0]?.id ?? '' })).transaction
    expect(await first()).toMatchObject({ externalId: null, rebuiltAt: expect.stringMatching(/^2/) })
    for (const { id, again } of made) expect((await again(api)).transaction).toMatchObject({ id, status: 'SETTLED' })
    expect(await history(api)).toEqual(before)
    expect(await first()).toMatchObject({ externalId: 'a name' })
  })

  test('and wallets that were made after the backup with their money and keys', async () => {
    const found = async () => (await api.listWallets({})).wallets
    await expect.poll(async () => (await found()).length).toBe(1 + used.length)
    const back = await found()
    for (const [index, { id, address }] of used.entries()) {
      expect(back).toContainEqual(expect.objectContaining({ id, address, type: 'CUSTODIAL' }))
      expect(back.find((wallet) => wallet.id === id)?.rebuiltAt).toMatch(/^2/)
      expect(await triple(api, id)).toEqual(triples[index])
    }
    const doctor = await command('doctor')
    expect(doctor).toMatch(new RegExp(`^ok +payments found again: ${made.length} payments that were newer`, 'm'))
    expect(doctor).toContain('no transaction is unattributed')
    const lost = `${used.length} that were newer than a restored backup came back`
    expect(doctor).toMatch(new RegExp(`^ok +lost wallets: ${lost}`, 'm'))

    // With their keys: each can pay.
    const [, first, second] = used as [Wallet, Wallet, Wallet]
    const own = { walletId: first.id, toWalletId: one.id, amount: '3', token: 'STABLE' } as const
    for (const call of [
      () => api.transfer(own),
      () => api.fund({ walletId: second.id, amount: '1' }),
      () => api.redeem({ walletId: second.id, amount: '7' }),
    ])
      expect((await settled(api, (await patiently(call)).transaction.id)).status).toBe('SETTLED')
    const next = await patiently(newWallet)
    expect(wallets.map(({ address }) => address)).not.toContain(next.address)
    await gateway?.stop()
    gateway = undefined
  })
})
