import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSotto } from '../harness/command.ts'
import { clientOf, makeKey, settled, sotto, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

const PASSPHRASE = 'a passphrase for the backup'

test('a backup made while payments go on restores accounts, keys and balances of one moment elsewhere', async () => {
  const [home, away] = [temporaryFolder(), temporaryFolder()]
  const env = { SOTTO_BACKUP_PASSPHRASE: PASSPHRASE }
  const file = join(home.path, 'all.backup')
  const secret = join(home.path, 'passphrase')
  writeFileSync(secret, PASSPHRASE)
  const gateway = await startGateway({ dataDir: home.path })
  try {
    const key = await makeKey(home.path)
    const api = clientOf(gateway, key)
    const { wallet } = await api.createWallet({ type: 'custodial' })
    const { wallet: other } = await api.createWallet({ type: 'custodial' })
    await settled(api, (await api.fund({ walletId: wallet.id, amount: '500' })).transaction.id)
    await settled(api, (await api.mint({ walletId: wallet.id, amount: '300' })).transaction.id)
    let paying = true
    const payments = (async () => {
      while (paying) {
        const { transaction } = await api.transfer({ walletId: wallet.id, amount: '1', toWalletId: other.id })
        await settled(api, transaction.id)
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    })()
    // Beside this process, which goes on paying.
    const backup = runSotto(['backup', file, '--passphrase-file', secret, '--data-dir', home.path])
    expect(await backup.ended, backup.stderr()).toBe(0)
    paying = false
    await payments
    await gateway.stop()

    sotto(away.path, 'restore', file, '--passphrase-file', secret)
    const restored = await startGateway({ dataDir: away.path, env })
    try {
      const again = clientOf(restored, key)
      const { items } = await again.listTransactions({})
      for (const { id } of items) expect((await settled(again, id)).status).toBe('SETTLED')
      const sent = items.filter(({ type }) => type === 'TRANSFER').length
      expect(await triple(again, wallet.id)).toEqual(['200', String(300 - sent), String(500 - sent)])
      expect(await triple(again, other.id)).toEqual(['0', String(sent), String(sent)])
      const mint = await again.mint({ walletId: wallet.id, amount: '1' })
      expect((await settled(again, mint.transaction.id)).status).toBe('SETTLED')
    } finally {
      await restored.stop()
    }
  } finally {
    await gateway.stop()
    home.remove()
    away.remove()
  }
})
