import { createPublicClient, type Hex, http } from 'viem'
import { sepolia } from 'viem/chains'
import type { Client } from '#shared/client.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { cstableAbi, multicall3Abi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { startDetour } from '../../harness/detour.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet, type Testnet } from '../../harness/testnet.ts'
import { inTurns, type Line, milliseconds } from '../kit/report.ts'

const WALLETS = 100
const ROUNDS = 25
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * `GET /balances` of a hundred wallets beside one multicall for the same, decoded and thrown away: with nothing changed, and
 * each time right after payments between them. How often the relayer was asked meanwhile is in the name of the line.
 */
export async function benchBalances(): Promise<Line[]> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const relayer = await startDetour(testnet.info.relayerUrl)
  const env = testnet.environment({ relayerUrl: relayer.url })
  const gateway = await startGateway({ dataDir: folder.path, env })
  const apiKey = await makeKey(folder.path)
  const api = clientOf(gateway, apiKey)
  const ids = await openWallets(api, testnet)
  const { wallets } = await api.listWallets({})
  const raw = rawReader(
    testnet,
    wallets.map(({ address }) => address as Hex),
  )

  const read = async () => {
    const response = await fetch(`${gateway.url}/api/v1/balances`, { headers: { authorization: `Bearer ${apiKey}` } })
    const { balances } = ((await response.json()) as { data: { balances: WalletBalances[] } }).data
    const unknown = balances.filter(({ confidential }) => confidential.amount === null)
    if (balances.length !== WALLETS || unknown.length > 0) throw new Error(`${unknown.length} balances are not known`)
  }
  const decryptions = () => relayer.seen.filter((path) => path.includes('decrypt')).length
  const lines: Line[] = []
  const measure = async (what: string, before: () => Promise<unknown>) => {
    const asked = decryptions()
    const sides = [read, raw].map((work) => async () => {
      await before()
      return milliseconds(work)
    })
    const [ours = never, bare = never] = sides
    await ours()
    await bare()
    const { sotto, bare: script } = await inTurns(ROUNDS, ours, bare)
    lines.push({
      what: `${what} (${decryptions() - asked} decryptions)`,
      sotto: `${sotto.toFixed(1)} ms`,
      bare: `${script.toFixed(1)} ms`,
      ratio: (sotto / script).toFixed(2),
    })
  }
  await measure('nothing changed', async () => {})
  await measure('right after four payments between them', () => pay(api, ids))
  await gateway.stop()
  await relayer.close()
  await testnet.stop()
  folder.remove()
  return lines
}

const never = () => Promise.reject(new Error('there are two sides'))

async function openWallets(api: Client, { controls }: Testnet): Promise<string[]> {
  const made = Array.from({ length: WALLETS }, () => api.createWallet({ type: 'custodial' }))
  const wallets = (await Promise.all(made)).map(({ wallet }) => wallet)
  for (const { address, id } of wallets) {
    await controls.setBalance(address as Hex, 10n ** 18n)
    await api.fund({ walletId: id, amount: '10' })
    await api.mint({ walletId: id, amount: '5' })
  }
  return wallets.map(({ id }) => id)
}

let turn = 0

async function pay(api: Client, ids: string[]): Promise<void> {
  const at = (index: number) => ids[index % ids.length] ?? ''
  const payments = [0, 1, 2, 3].map(() => {
    turn += 1
    return api.transfer({ walletId: at(turn * 2), toWalletId: at(turn * 2 + 1), amount: '0.01' })
  })
  await Promise.all(payments)
}

function rawReader({ info }: Testnet, addresses: Hex[]): () => Promise<unknown> {
  const chain = { ...sepolia, contracts: { multicall3: { address: MULTICALL3 as Hex } } }
  const client = createPublicClient({ chain, transport: http(info.rpcUrl), cacheTime: 0 })
  const contracts = addresses.flatMap((address) => [
    { address: MULTICALL3, abi: multicall3Abi, functionName: 'getEthBalance', args: [address] } as const,
    { address: info.stable, abi: stableAbi, functionName: 'balanceOf', args: [address] } as const,
    { address: info.cstable, abi: cstableAbi, functionName: 'confidentialBalanceOf', args: [address] } as const,
  ])
  return () => client.multicall({ allowFailure: false, batchSize: 1_000_000, contracts })
}
