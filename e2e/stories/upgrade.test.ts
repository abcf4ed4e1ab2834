import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient } from '#shared/client.ts'
import { freePort } from '../../gateway/testing/free-port.ts'
import { oldData, unpackOldData } from '../../gateway/testing/old-data/old-data.ts'
import { clientOf, settled, sotto, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'

/** Two clients for each of ten keys, who ask from before the gateway is there until it answers. */
async function payMeanwhile(origin: string, apiKey: string): Promise<Set<string>> {
  const api = createClient({ origin, apiKey })
  const wish = { walletId: oldData.till, amount: '1', toWalletId: oldData.supplier }
  const pay = async (idempotencyKey: string) => {
    for (;;) {
      const answer = await api.transfer(wish, { idempotencyKey }).catch(() => undefined)
      if (answer !== undefined) return answer.transaction.id
      await sleep(50)
    }
  }
  const keys = Array.from({ length: 10 }, (_, index) => `order ${index}`)
  return new Set(await Promise.all([...keys, ...keys].map(pay)))
}

test('a data folder of version 0.1.0 opens and migrates under traffic, pays what it owed, and pays on', async () => {
  const folder = temporaryFolder()
  const { apiKey } = unpackOldData(folder.path)
  const port = await freePort()
  const asked = payMeanwhile(`http://127.0.0.1:${port}`, apiKey)
  const gateway = await startGateway({ dataDir: folder.path, args: ['--port', String(port)] })
  try {
    const api = clientOf(gateway, apiKey)
    const made = await asked
    expect(made.size).toBe(10)
    for (const id of made) expect((await settled(api, id)).status).toBe('SETTLED')
    expect((await settled(api, oldData.unpaid)).status).toBe('SETTLED')
    expect(await triple(api, oldData.till)).toEqual(['55', '10', '65'])
    expect(await triple(api, oldData.supplier)).toEqual(['0', '35', '35'])
    const sent = await api.transfer({ walletId: oldData.till, amount: '5', toWalletId: oldData.supplier })
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
