import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createLiveChain } from './chain.ts'

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

/** A node that says of every question the number of its chain. */
async function nodeOf(chainId: string): Promise<string> {
  const server = createServer((_, response) => response.end(`{"jsonrpc":"2.0","id":1,"result":"${chainId}"}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const SILENT = 'http://127.0.0.1:1'

async function failure(further: { confirmingRpcUrls?: string[]; archiveRpcUrl?: string }): Promise<string> {
  const network = { rpcUrl: await nodeOf('0xaa36a7'), relayerUrl: SILENT, chainId: 11155111, operator: undefined }
  const cause: unknown = await createLiveChain({ ...network, ...further }).catch((error: unknown) => error)
  return String(cause)
}

test('a further node of another chain is refused, and its setting named', async () => {
  const other = await nodeOf('0x4268')
  expect(await failure({ confirmingRpcUrls: [SILENT, other] })).toMatch(/chain 17000.*Check SOTTO_RPC_URLS_CONFIRM/)
  expect(await failure({ archiveRpcUrl: other })).toMatch(/chain 17000.*Check SOTTO_RPC_URL_ARCHIVE/)
})

test('one that is silent, or of this chain, keeps nothing from beginning', async () => {
  const confirmingRpcUrls = [SILENT, await nodeOf('0xaa36a7')]
  // What comes next: the node has no tokens.
  expect(await failure({ confirmingRpcUrls, archiveRpcUrl: SILENT })).toMatch(/wrappers registry/)
})
