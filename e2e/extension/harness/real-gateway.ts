import type { Client } from '#shared/client.ts'
import { freePort } from '../../../gateway/testing/free-port.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet, type Testnet } from '../../harness/testnet.ts'

/** The built gateway on a test-net of its own, where money is real as far as a chain can tell. */
export type RealGateway = {
  /** Stays the same over restarts. */
  origin: string
  apiKey: string
  api: Client
  testnet: Testnet
  dataDir: string
  /** `kill -9`. The test-net lives on. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function startRealGateway(settings: Record<string, string> = {}): Promise<RealGateway> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const env = { ...testnet.environment(), ...settings }
  const port = String(await freePort())
  const start = () => startGateway({ dataDir: folder.path, env, args: ['--port', port] })
  let gateway: Gateway = await start()
  const apiKey = await makeKey(folder.path)
  return {
    origin: `http://localhost:${port}`,
    apiKey,
    api: clientOf(gateway, apiKey),
    testnet,
    dataDir: folder.path,
    kill: () => gateway.kill(),
    async start() {
      gateway = await start()
    },
    async close() {
      await gateway.stop()
      await testnet.stop()
      folder.remove()
    },
  }
}

/** A custodial wallet with gas and 1,000 of the test money, `confidential` of it as cSTABLE. */
export async function fundedWallet({ api }: Pick<RealGateway, 'api'>, confidential: string) {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '1000' })
  await api.mint({ walletId: wallet.id, amount: confidential })
  return wallet
}
