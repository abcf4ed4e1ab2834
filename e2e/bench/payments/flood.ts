import { encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Client } from '#shared/client.ts'
import { stableAbi } from '../../../gateway/contracts/abis.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { rpc } from '../../harness/rpc.ts'
import { startTestnet, type Testnet } from '../../harness/testnet.ts'
import { inTurns, type Line } from '../kit/report.ts'

const WALLETS = 100
const EACH = 10
const ROUNDS = 3
const ONE = 1_000_000n
const ETHER = 10n ** 18n

/**
 * Payments a second of a hundred wallets that pay ten times each, one payment after the other in each wallet; beside as many
 * transactions that were signed before and go through the same door to the chain in the same order, until all are mined.
 */
export async function benchFlood(): Promise<Line[]> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const gateway = await startGateway({ dataDir: folder.path, env: testnet.environment() })
  const api = clientOf(gateway, await makeKey(folder.path))
  const wallets = await Promise.all(Array.from({ length: WALLETS }, () => openWallet(api, testnet)))
  const accounts = await openAccounts(testnet)

  const to = wallets[0]?.address ?? '0x'
  const pay = async (id: string) => {
    for (let payment = 0; payment < EACH; payment++)
      await api.transfer({ walletId: id, to, amount: '0.01', token: 'STABLE' })
  }
  const others = wallets.slice(1)
  const result = await inTurns(
    ROUNDS,
    () => perSecond(others.length, () => Promise.all(others.map(({ id }) => pay(id)))),
    async () => {
      const signed = await sign(testnet, accounts.slice(1), accounts[0]?.address ?? '0x')
      return perSecond(signed.length, () => Promise.all(signed.map((raws) => send(testnet, raws))))
    },
  )
  await gateway.stop()
  await testnet.stop()
  folder.remove()
  return [
    {
      what: `${WALLETS - 1} wallets, ${EACH} payments each`,
      sotto: result.sotto.toFixed(0),
      bare: result.bare.toFixed(0),
      ratio: (result.sotto / result.bare).toFixed(2),
    },
  ]
}

async function perSecond(wallets: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (wallets * EACH) / ((performance.now() - begun) / 1_000)
}

async function openWallet(api: Client, { controls }: Testnet): Promise<{ id: string; address: Hex }> {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  const address = wallet.address as Hex
  await controls.setBalance(address, ETHER)
  await api.fund({ walletId: wallet.id, amount: '100' })
  return { id: wallet.id, address }
}

/** With STABLE, and keys that a gateway does not have. */
async function openAccounts({ controls, money }: Testnet): Promise<PrivateKeyAccount[]> {
  const accounts = Array.from({ length: WALLETS }, () => privateKeyToAccount(generatePrivateKey()))
  for (const { address } of accounts) {
    await controls.setBalance(address, ETHER)
    await money.fund(address, 100n * ONE, 0n)
  }
  return accounts
}

/** What each account sends, in the order of its nonces. */
function sign({ info, money }: Testnet, accounts: PrivateKeyAccount[], to: Hex): Promise<Hex[][]> {
  const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [to, ONE / 100n] })
  return Promise.all(
    accounts.map(async (account) => {
      const first = await money.reader.getTransactionCount({ address: account.address })
      const nonces = Array.from({ length: EACH }, (_, index) => first + index)
      return Promise.all(nonces.map((nonce) => money.sign(account, info.stable, data, 0n, nonce)))
    }),
  )
}

/** This test-net answers when a transaction is mined. */
async function send({ info }: Testnet, raws: Hex[]): Promise<void> {
  for (const raw of raws) await rpc(info.rpcUrl, 'eth_sendRawTransaction', raw)
}
