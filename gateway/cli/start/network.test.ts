import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { unconfiguredChain } from '../../chain/live/unconfigured.ts'
import { createSigner } from '../../chain/live/wallet-keys.ts'
import { readConfig } from '../../config/config.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { createTester, createTestWorld, type Tester, walletWithMoney } from '../../testing/test-world.ts'
import { bindChain, requireChain } from '../database/network-of.ts'
import { writeTestnetFile } from '../testnet-file.ts'
import { openNetwork } from './network.ts'

const folder = mkdtempSync(join(tmpdir(), 'sotto-network-'))
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
  rmSync(folder, { recursive: true, force: true })
})

const hex = (digit: string, length: number): `0x${string}` => `0x${digit.repeat(length)}`
const described = {
  rpcUrl: 'http://127.0.0.1:1',
  relayerUrl: 'http://127.0.0.1:1/v2',
  relayerSyncUrl: 'http://127.0.0.1:1/v1',
  chainId: 11155111 as const,
  genesisHash: hex('a', 64),
  stable: hex('1', 40),
  cstable: hex('2', 40),
  faucet: hex('3', 40),
  multicall3: hex('4', 40),
  secret: 's',
  pids: { testnet: 1, anvil: 2 },
}

async function attachTo(info: typeof described) {
  mkdirSync(folder, { recursive: true })
  const file = join(mkdtempSync(join(folder, 'info-')), 'testnet.json')
  writeTestnetFile(file, info)
  const config = readConfig({ SOTTO_TESTNET: file })
  return openNetwork(config, folder, createSigner(), silentLog)
}

test.each(['https://rpc.example.org', 'http://10.0.0.1:8545', 'http://127.0.0.1.example.org'])(
  'the shortcuts of the offline test-net never go to %s',
  async (rpcUrl) => {
    await expect(attachTo({ ...described, rpcUrl })).rejects.toThrow(/not this machine/)
    await expect(attachTo({ ...described, relayerUrl: `${rpcUrl}/v2` })).rejects.toThrow(/not this machine/)
  },
)

test('nor to an RPC on loopback that has the chain ID but is not our test-net: a tunnel to Sepolia, say', async () => {
  const server = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0xaa36a7"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(attachTo({ ...described, rpcUrl })).rejects.toThrow(/is not the offline test-net/)
})

test.each([
  ['nothing listens', async () => 'http://127.0.0.1:1'],
  [
    'a page answers',
    async () => {
      const server = createServer((_, response) => response.end('<p>'))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(() => server.close())
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
  ],
])('where %s, it is said how the test-net is started that a file names', async (_, at) => {
  const rpcUrl = await at()
  await expect(attachTo({ ...described, rpcUrl })).rejects.toThrow(
    /The test-net of \S+testnet.json does not answer: SOTTO_TESTNET=\S+testnet.json sotto testnet$/,
  )
})

test('a live network that lacks a setting runs, and what needs the chain names it', async () => {
  const network = await openNetwork(readConfig({ SOTTO_NETWORK: 'sepolia' }), folder, undefined, silentLog)
  expect(() => network.chain.head()).toThrow(Refusal)
  expect(() => network.chain.head()).toThrow(/SOTTO_RPC_URL/)
  expect(network.chain.wallets.create().address).toMatch(/^0x/)
})

test.each<[string, (tester: Tester) => Promise<unknown>]>([
  ['paid', walletWithMoney],
  [
    'asked for',
    async ({ api }) => api.createRequest({ walletId: (await api.createWallet({ type: 'custodial' })).wallet.id }),
  ],
])('a database of a live network belongs to its tokens once something was %s in them', async (_, happen) => {
  const world = await createTestWorld()
  const { db, chain } = world
  const others = {
    chain: { ...chain, tokens: { ...chain.tokens, cstable: { ...chain.tokens.cstable, address: hex('e', 40) } } },
  }
  await bindChain(db, { chain: unconfiguredChain('SOTTO_RPC_URL', 11155111) })
  // A command beside a gateway binds nothing.
  await requireChain(db, others)
  await bindChain(db, { chain })
  await expect(requireChain(db, others)).rejects.toThrow('belongs to the tokens')
  await bindChain(db, others)
  await bindChain(db, { chain })
  await happen(await createTester(world))
  for (const take of [bindChain, requireChain]) {
    await take(db, { chain })
    await expect(take(db, others)).rejects.toThrow(
      /belongs to the tokens 0x\w+ and 0x\w+, .* Set SOTTO_STABLE_ADDRESS and SOTTO_CSTABLE_ADDRESS/,
    )
    // A test-net makes its own.
    await take(db, { ...others, testnet: { ...described, pids: { testnet: 1, anvil: 2 } } })
  }
})
