import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, parseTransaction } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { belowCeiling } from '../../../legs/fees.ts'
import type { Fees } from '../../port.ts'
import { createSigner } from '../wallet-keys.ts'
import { deployOwn } from './deploy-own.ts'
import { deployPads } from './deploy-pads.ts'

const GWEI = 10n ** 9n
const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

const hex = (number: bigint): Hex => `0x${number.toString(16)}`
const block = { number: '0x10', hash: `0x${'1'.repeat(64)}`, baseFeePerGas: hex(GWEI), transactions: [] }
const answers: Record<string, unknown> = {
  eth_chainId: '0xaa36a7',
  eth_getCode: '0x60',
  eth_getTransactionCount: '0x0',
  eth_estimateGas: '0x100000',
  eth_maxPriorityFeePerGas: hex(1_000_000n * GWEI),
  eth_getBlockByNumber: block,
}

type Question = { id: number; method: string; params: Hex[] }

/** A node that names a tip of a million gwei, and mines nothing. `sent`: the bytes that it was sent. */
async function greedyNode() {
  const sent: Hex[] = []
  const server = createServer(async (request, response) => {
    const questions = (await new Response(request as unknown as ReadableStream).json()) as Question | Question[]
    const answer = ({ id, method, params }: Question) => {
      if (method !== 'eth_sendRawTransaction') return { jsonrpc: '2.0', id, result: answers[method] ?? null }
      sent.push(...params)
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: 'no more of this test' } }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(questions) ? questions.map(answer) : answer(questions)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent }
}

const config = readConfig({ SOTTO_NETWORK: 'sepolia', SOTTO_MAX_FEE_GWEI: '40' })
const paidOn = (rpcUrl: string) => ({
  rpcUrl,
  payer: createSigner(),
  bounded: (fees: Fees) => belowCeiling({ config }, fees),
})

test.each([
  ['contracts', (rpcUrl: string) => deployOwn(paidOn(rpcUrl), () => undefined)],
  [
    'the contract of pads',
    (rpcUrl: string) => deployPads({ ...paidOn(rpcUrl), chainId: 11_155_111 }, `0x${'c'.repeat(40)}`),
  ],
])('a node names no higher fee than may be paid: %s', async (_, deploy) => {
  const { rpcUrl, sent } = await greedyNode()
  await expect(deploy(rpcUrl)).rejects.toThrow('no more of this test')
  const [bytes = '0x'] = sent
  const { maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(bytes)
  expect([maxFeePerGas, maxPriorityFeePerGas]).toEqual([40n * GWEI, 40n * GWEI])
})
