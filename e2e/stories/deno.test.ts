import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientOf, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

test('the same build runs on Deno, test-net and cryptography included', async () => {
  const folder = temporaryFolder()
  const gateway = await startGateway({
    dataDir: folder.path,
    runtime: [join('node_modules', '.bin', 'deno'), 'run', '-A'],
  })
  try {
    const api = clientOf(gateway, makeKey(folder.path))
    const { wallet } = await api.createWallet({ type: 'custodial' })
    await api.fund({ walletId: wallet.id, amount: '100' })
    await api.mint({ walletId: wallet.id, amount: '60' })
    const { transaction } = await api.redeem({ walletId: wallet.id, amount: '10' })
    expect((await settled(api, transaction.id)).status).toBe('SETTLED')
    expect(await triple(api, wallet.id)).toEqual(['50', '50', '100'])
  } finally {
    await gateway.stop()
    folder.remove()
  }
})
