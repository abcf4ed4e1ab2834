import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSotto } from '../harness/command.ts'
import { clientOf, makeKey, settled, sotto, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

test('a gateway that attaches to a test-net which runs alone funds at once', async () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'testnet.json')
  const testnet = runSotto(['testnet', '--data-dir', join(folder.path, 'alone')], { SOTTO_TESTNET: file })
  try {
    await testnet.says(/Ctrl-C stops it/)
    // What it prints is for somebody who has never seen it: every line of it is named.
    expect(testnet.stdout()).toContain('The first line is an RPC for wallets and tools')
    expect(testnet.stdout()).toContain(`A gateway uses it with SOTTO_TESTNET=${file}`)
    await expect.poll(() => statSync(file, { throwIfNoEntry: false })?.mode).toBe(0o100600)
    const gateway = await startGateway({ dataDir: folder.path, env: { SOTTO_TESTNET: file } })
    try {
      const api = clientOf(gateway, await makeKey(folder.path))
      const { wallet } = await api.createWallet({ type: 'custodial' })
      const { transaction } = await api.fund({ walletId: wallet.id, amount: '25' })
      expect(transaction).toMatchObject({ type: 'FUND', status: 'SETTLED' })
      expect(await triple(api, wallet.id)).toEqual(['25', '0', '25'])
    } finally {
      await gateway.stop()
    }
  } finally {
    testnet.process.kill('SIGTERM')
    await testnet.ended
    folder.remove()
  }
})

test('the float is filled offline as gateway/docs/money.md says, and then pays', async () => {
  const folder = temporaryFolder()
  const gateway = await startGateway({ dataDir: folder.path, env: { SOTTO_REDEEM_MODE: 'float' } })
  try {
    const api = clientOf(gateway, await makeKey(folder.path))
    const { wallet } = await api.createWallet({ type: 'custodial' })
    await settled(api, (await api.fund({ walletId: wallet.id, amount: '50' })).transaction.id)
    await settled(api, (await api.mint({ walletId: wallet.id, amount: '50' })).transaction.id)
    await expect(api.redeem({ walletId: wallet.id, amount: '20' })).rejects.toThrow('too little STABLE')

    const address = /^address +(0x\w{40})$/m.exec(sotto(folder.path, 'operator', 'status'))?.[1] ?? ''
    const { wallet: float } = await api.createWallet({ type: 'external', address })
    await settled(api, (await api.fund({ walletId: float.id, amount: '30' })).transaction.id)
    expect(sotto(folder.path, 'operator', 'status')).toMatch(/^public +30 STABLE$/m)
    const asJson = JSON.parse(sotto(folder.path, 'operator', 'status', '--json'))
    expect(asJson).toMatchObject({ public: '30', payouts: 0, unwrapping: [] })

    const { transaction } = await api.redeem({ walletId: wallet.id, amount: '20' })
    expect((await settled(api, transaction.id)).status).toBe('SETTLED')
    expect(await triple(api, wallet.id)).toEqual(['20', '30', '50'])
    expect(sotto(folder.path, 'owed')).toBe('Nothing is owed.\n')
  } finally {
    await gateway.stop()
    folder.remove()
  }
})
