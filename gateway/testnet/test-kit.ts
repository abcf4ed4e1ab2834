import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Abi,
  type Account,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hash,
  type Hex,
  http,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { sepolia } from 'viem/chains'
import { cstableAbi, faucetAbi, stableAbi } from '../contracts/abis.ts'
import { fastInput } from './fast-input.ts'
import { makeFolder, paths } from './files.ts'
import { type SpawnedTestnet, spawnTestnet } from './process/spawn.ts'
import type { SnapshotLimits, TestnetInfo, TestnetOptions } from './types.ts'

/** A folder for one test-net, removed afterwards. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-testnet-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const operator = privateKeyToAccount(`0x${'07'.repeat(32)}`)

/** For tests that roll the chain back: on a slow machine a snapshot that time takes would stand in their way. */
export const snapshotsByCount: SnapshotLimits = { transactions: 500, replayMs: 3_600_000, idleReplayMs: 3_600_000 }

/** Where `gateway/testing/set-up/made-testnet.ts` says which folder there is. */
export const MADE_TESTNET = 'SOTTO_TEST_MADE_TESTNET'

/**
 * Puts a chain that was made for this run where a test-net is about to start for the first time: a second start takes half
 * as long. These chains share their keys and first blocks. A test file that is run by itself has none.
 */
export function copyMadeTestnet(folder: string): void {
  const made = process.env[MADE_TESTNET]
  if (made === undefined || existsSync(paths(folder).secrets)) return
  makeFolder(folder)
  cpSync(made, folder, { recursive: true })
}

export function spawnTestNet(folder: string, options: Partial<TestnetOptions> = {}): Promise<SpawnedTestnet> {
  if (options.protocol === undefined) copyMadeTestnet(folder)
  return spawnTestnet({ dataDir: folder, operator: operator.address, ...options })
}

export type Money = ReturnType<typeof moneyOn>

/** The four verbs as bare transactions, for tests that need money to move. */
export function moneyOn(info: TestnetInfo, funder = operator) {
  // A node that died answers once it has been repaired.
  const transport = http(info.rpcUrl, { retryCount: 0, timeout: 240_000 })
  const reader = createPublicClient({ chain: sepolia, transport, pollingInterval: 20, cacheTime: 0 })

  async function sign(from: PrivateKeyAccount, to: Hex, data: Hex, value = 0n, nonce?: number): Promise<Hex> {
    const wallet = createWalletClient({ account: from, chain: sepolia, transport })
    const at = nonce ?? (await reader.getTransactionCount({ address: from.address, blockTag: 'pending' }))
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    return wallet.signTransaction({ type: 'eip1559', to, data, value, nonce: at, gas: 1_500_000n, ...fees })
  }

  async function send(from: PrivateKeyAccount, to: Hex, data: Hex, value = 0n): Promise<TransactionReceipt> {
    const serializedTransaction = await sign(from, to, data, value)
    const hash = await reader.sendRawTransaction({ serializedTransaction })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`reverted: ${hash}`)
    return receipt
  }

  const fundData = (to: Hex, amount: bigint) =>
    encodeFunctionData({ abi: faucetAbi, functionName: 'fund', args: [to, amount] })
  const transferData = (to: Hex, input: { handle: Hex; inputProof: Hex }) =>
    encodeFunctionData({
      abi: cstableAbi,
      functionName: 'confidentialTransfer',
      args: [to, input.handle, input.inputProof],
    })
  const input = (user: Hex, value: bigint) => fastInput(info, { contract: info.cstable, user, value })

  return {
    reader,
    sign,
    send,
    fundData,
    transferData,
    input,
    fund: (to: Hex, amount: bigint, wei = 10n ** 18n) => send(funder, info.faucet, fundData(to, amount), wei),
    /** ERC-1363: one transaction where approve and wrap would be two. */
    wrap: (from: PrivateKeyAccount, amount: bigint) =>
      send(
        from,
        info.stable,
        encodeFunctionData({ abi: stableAbi, functionName: 'transferAndCall', args: [info.cstable, amount] }),
      ),
    transfer: async (from: PrivateKeyAccount, to: Hex, amount: bigint) =>
      send(from, info.cstable, transferData(to, await input(from.address, amount))),
    handleOf: (address: Hex) =>
      reader.readContract({
        address: info.cstable,
        abi: cstableAbi,
        functionName: 'confidentialBalanceOf',
        args: [address],
      }),
    stableOf: (address: Hex) =>
      reader.readContract({ address: info.stable, abi: stableAbi, functionName: 'balanceOf', args: [address] }),
    /** A wallet with gas, STABLE and cSTABLE. */
    async wallet(stable: bigint, confidential: bigint): Promise<PrivateKeyAccount> {
      const account = privateKeyToAccount(generatePrivateKey())
      await this.fund(account.address, stable + confidential)
      if (confidential > 0n) await this.wrap(account, confidential)
      return account
    },
  }
}

/** Permit fields that a wallet signs, as Zama's client asks it to. */
export type TypedPermit = { domain: object; types: Record<string, readonly object[]>; message: object }

export function signPermit(account: Account, permit: TypedPermit): Promise<Hex> {
  if (!account.signTypedData) throw new Error('this account cannot sign')
  const { domain, types, message } = permit
  const request = { domain, types, primaryType: 'UserDecryptRequestVerification', message }
  return account.signTypedData(request as Parameters<typeof account.signTypedData>[0])
}

export function eventsOf(
  abi: Abi,
  receipt: TransactionReceipt,
): { eventName: string; args: Record<string, unknown> }[] {
  return parseEventLogs({ abi, logs: receipt.logs }) as unknown as {
    eventName: string
    args: Record<string, unknown>
  }[]
}

/** A JSON-RPC call with whatever headers a test wants. */
export async function rpc(
  url: string,
  method: string,
  params: unknown[] = [],
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { result?: unknown; error?: { code: number; message: string } } }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

export type { Hash, Hex }
