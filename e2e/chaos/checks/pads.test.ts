import { encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { padsAbi } from '../../../gateway/contracts/abis.ts'
import { PadWatch } from './pads.ts'

const account = privateKeyToAccount(generatePrivateKey())
const pad: Hex = `0x${'a'.repeat(64)}`
const other: Hex = `0x${'b'.repeat(64)}`

const call = (handle: Hex, delta: bigint) =>
  encodeFunctionData({
    abi: padsAbi,
    functionName: 'transfer',
    args: [account.address, handle, `0x${'01'.repeat(100)}`, delta],
  })

const asked = (method: string, ...params: unknown[]) => JSON.stringify([{ jsonrpc: '2.0', id: 1, method, params }])
const estimated = (handle: Hex, delta: bigint) => asked('eth_estimateGas', { data: call(handle, delta) })

async function sent(handle: Hex, delta: bigint, nonce: number): Promise<string> {
  const place = { type: 'eip1559', chainId: 1, nonce, gas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } as const
  const to = account.address
  return asked('eth_sendRawTransaction', await account.signTransaction({ ...place, to, data: call(handle, delta) }))
}

test('two numbers for one pad are found, in signed bytes and in a question', async () => {
  const watch = new PadWatch()
  watch.hear(await sent(pad, 7n, 0))
  watch.hear(await sent(pad, 7n, 1))
  watch.hear(await sent(other, 2n ** 64n - 1n, 2))
  expect([watch.count, watch.leaks()]).toEqual([2, []])
  watch.hear(estimated(pad, 8n))
  expect(watch.leaks()).toHaveLength(1)
})
