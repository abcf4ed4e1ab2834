import { expect, test } from 'vitest'
import { oldData, unpackOldData } from '../../gateway/testing/old-data/old-data.ts'
import { clientOf, settled, sotto, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

test('a data folder of version 0.1.0 opens and migrates, pays what it owed, and pays on', async () => {
  const folder = temporaryFolder()
  const { apiKey } = unpackOldData(folder.path)
  const gateway = await startGateway({ dataDir: folder.path })
  try {
    const api = clientOf(gateway, apiKey)
    expect((await settled(api, oldData.unpaid)).status).toBe('SETTLED')
    expect(await triple(api, oldData.till)).toEqual(['55', '20', '75'])
    expect(await triple(api, oldData.supplier)).toEqual(['0', '25', '25'])
    const sent = await api.transfer({ walletId: oldData.till, amount: '15', toWalletId: oldData.supplier })
    expect((await settled(api, sent.transaction.id)).status).toBe('SETTLED')
    const { transaction } = await api.redeem({ walletId: oldData.till, amount: '5' })
    expect((await settled(api, transaction.id)).status).toBe('SETTLED')
    expect(await triple(api, oldData.till)).toEqual(['60', '0', '60'])
    expect(await triple(api, oldData.supplier)).toEqual(['0', '40', '40'])
    const { bad } = JSON.parse(sotto(folder.path, 'doctor', '--json', '--port', new URL(gateway.url).port)) as {
      bad: boolean
    }
    expect(bad).toBe(false)
  } finally {
    await gateway.stop()
    folder.remove()
  }
})
