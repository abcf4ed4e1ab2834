import { type Hex, toHex } from 'viem'
import * as z from 'zod/mini'
import type { Chain } from '../chain/chain.ts'
import { RpcError } from '../chain/rpc.ts'

/** Parameters of `eth_estimateGas`: a call, and a block by name or number. */
const parameters = z.union([z.tuple([z.looseObject({})]), z.tuple([z.looseObject({}), z.string()])])

/** anvil knows at once what a transfer without data takes. */
const hasDataAndNoLimit = ({ data, input, gas }: Record<string, unknown>) =>
  gas === undefined && [data, input].some((bytes) => typeof bytes === 'string' && bytes.length > 2)

/** geth's margin: each call keeps back a 64th of its gas, and one that pays needs a stipend. */
const withMargin = (used: Hex) => toHex(((BigInt(used) + 2_300n) * 64n) / 63n)

type Simulated = { calls: [{ status: Hex; gasUsed: Hex }] }[]

/**
 * Estimates the gas of a call in two executions: one with all the gas of a block, and one with what that took and geth's
 * margin. anvil's own search takes some twenty-five executions of a confidential transfer. Undefined if anvil must answer:
 * the call reverts, this gas is not enough, or the parameters are not of this kind.
 */
export async function estimate(chain: Pick<Chain, 'call'>, params: unknown): Promise<Hex | undefined> {
  const parsed = parameters.safeParse(params)
  if (!parsed.success) return undefined
  // Where no block is named, anvil's own estimate is for the next one, too.
  const [call, block = 'pending'] = parsed.data
  if (!hasDataAndNoLimit(call)) return undefined
  // The sender need not be able to pay for a whole block of gas.
  const { gasPrice: _, maxFeePerGas: __, maxPriorityFeePerGas: ___, ...withoutFees } = call
  // Not a trace, for which anvil would copy the input of every inner call into memory.
  async function gasUsed(tried: object): Promise<Hex | undefined> {
    const [simulated] = await chain.call<Simulated>('eth_simulateV1', [
      { blockStateCalls: [{ calls: [tried] }] },
      block,
    ])
    const one = simulated?.calls[0]
    return one?.status === '0x1' ? one.gasUsed : undefined
  }
  try {
    const used = await gasUsed(withoutFees)
    if (used === undefined) return undefined
    const gas = withMargin(used)
    return (await gasUsed({ ...call, gas })) === used ? gas : undefined
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}
