import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet } from '../../harness/testnet.ts'

/** Where the shop and its buyer have their accounts, on one chain. */
export type Gateways = {
  /** The shop's account. */
  shop: Client
  /** The buyer's, and a second one of theirs. */
  buyer: Client
  /** How the buyer's wallet connects: address, and the keys of both accounts. */
  home: { origin: string; keys: { home: string; other: string } }
  stop(): Promise<void>
}

/** A gateway each, on a test-net that belongs to neither. */
export async function twoGateways(): Promise<Gateways> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const start = async (name: string) => {
    const dataDir = `${folder.path}/${name}`
    return { dataDir, gateway: await startGateway({ dataDir, env: testnet.environment() }) }
  }
  const [shop, home] = await Promise.all([start('shop'), start('home')])
  return {
    shop: clientOf(shop.gateway, await makeKey(shop.dataDir)),
    ...(await buyerAt(home.gateway, home.dataDir)),
    async stop() {
      await Promise.all([shop.gateway.stop(), home.gateway.stop()])
      await testnet.stop()
      folder.remove()
    },
  }
}

/** One gateway, on which both have an account. */
export async function oneGateway(): Promise<Gateways> {
  const folder = temporaryFolder()
  const gateway = await startGateway({ dataDir: folder.path })
  return {
    shop: clientOf(gateway, await makeKey(folder.path, 'shop@sotto.local')),
    ...(await buyerAt(gateway, folder.path)),
    async stop() {
      await gateway.stop()
      folder.remove()
    },
  }
}

async function buyerAt(gateway: Gateway, dataDir: string): Promise<Pick<Gateways, 'buyer' | 'home'>> {
  const keys = { home: await makeKey(dataDir), other: await makeKey(dataDir, 'other@sotto.local') }
  const origin = gateway.url.replace('127.0.0.1', 'localhost')
  return { buyer: clientOf(gateway, keys.home), home: { origin, keys } }
}
