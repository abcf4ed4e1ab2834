import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

// The chain goes on beside the installation, as a live one does: a restore puts back the database alone.

let folder: ReturnType<typeof temporaryFolder>
let testnet: Testnet
let env: Record<string, string>

beforeAll(async () => {
  folder = temporaryFolder()
  testnet = await startTestnet(folder.path)
  env = testnet.environment()
})

afterAll(async () => {
  await testnet.stop()
  folder.remove()
})

async function command(...words: string[]): Promise<string> {
  const secret = join(folder.path, 'passphrase')
  writeFileSync(secret, 'a passphrase for the backup')
  const isOfBackup = words[0] === 'backup' || words[0] === 'restore'
  const more = isOfBackup ? ['--passphrase-file', secret] : []
  const { ended, stdout, stderr } = runSotto([...words, ...more, '--data-dir', join(folder.path, 'home')], env)
  expect(await ended, stderr()).toBe(0)
  return stdout()
}

const start = (): Promise<Gateway> => startGateway({ dataDir: join(folder.path, 'home'), env })

/** Asks again while what was sent since the backup is being found. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'reconciling' || tries > 60) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

/** Twenty wallets; of the first there is STABLE, of the second cSTABLE, of the last gas, and of the others nothing. */
async function twentyWallets(api: Client, payer: string) {
  const wallets = []
  for (let each = 0; each < 20; each++) wallets.push((await api.createWallet({ type: 'custodial' })).wallet)
  const [first, second, last] = [wallets[0], wallets[1], wallets.at(-1)] as [Wallet, Wallet, Wallet]
  const pays = [
    await api.fund({ walletId: first.id, amount: '50' }),
    await api.transfer({ walletId: payer, toWalletId: second.id, amount: '7' }),
    await api.fund({ walletId: last.id, amount: '1' }),
  ]
  for (const { transaction } of pays) expect((await settled(api, transaction.id)).status).toBe('SETTLED')
  return { wallets, used: [first, second, last] }
}

type Wallet = Awaited<ReturnType<Client['createWallet']>>['wallet']

test('wallets that were made after the backup are back with their money and keys, through a kill in between', async () => {
  const home = join(folder.path, 'home')
  let gateway = await start()
  const key = makeKey(home)
  let api = clientOf(gateway, key)
  const { wallet: payer } = await api.createWallet({ type: 'custodial' })
  await settled(api, (await api.fund({ walletId: payer.id, amount: '100' })).transaction.id)
  await settled(api, (await api.mint({ walletId: payer.id, amount: '60' })).transaction.id)
  const file = join(folder.path, 'all.backup')
  await command('backup', file)
  const { wallets, used } = await twentyWallets(api, payer.id)
  const triples = await Promise.all(used.map(({ id }) => triple(api, id)))
  await gateway.kill()

  const said = await command('restore', file, '--force')
  expect(said).toContain('come back once the gateway runs')
  gateway = await start()
  await gateway.kill()
  gateway = await start()
  try {
    api = clientOf(gateway, key)
    const found = async () => (await api.listWallets({})).wallets
    await expect.poll(async () => (await found()).length).toBe(4)
    const back = await found()
    for (const [index, { id, address }] of used.entries()) {
      expect(back).toContainEqual(expect.objectContaining({ id, address, type: 'CUSTODIAL' }))
      expect(back.find((wallet) => wallet.id === id)?.rebuiltAt).toMatch(/^2/)
      expect(await triple(api, id)).toEqual(triples[index])
    }
    // With their keys: each can pay.
    const [first, second] = used as [Wallet, Wallet]
    const paid = await patiently(() =>
      api.transfer({ walletId: first.id, toWalletId: payer.id, amount: '3', token: 'STABLE' }),
    )
    expect((await settled(api, paid.transaction.id)).status).toBe('SETTLED')
    await settled(api, (await patiently(() => api.fund({ walletId: second.id, amount: '1' }))).transaction.id)
    const secret = await patiently(() => api.redeem({ walletId: second.id, amount: '7' }))
    expect((await settled(api, secret.transaction.id)).status).toBe('SETTLED')

    const { wallet: next } = await patiently(() => api.createWallet({ type: 'custodial' }))
    expect(wallets.map(({ address }) => address)).not.toContain(next.address)
    const doctor = runSotto(['doctor', '--data-dir', home], env)
    await doctor.ended
    expect(doctor.stdout()).toMatch(/^ok +lost wallets: 3 that were newer than a restored backup came back/m)
  } finally {
    await gateway.stop()
  }
})
