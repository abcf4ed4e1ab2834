import { type Hex, toHex } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import { RpcError } from '../chain/rpc.ts'

/** Of `eth_estimateGas`: a call with data and no limit of its own, at a block that has a name or number. */
const asked = z.union([z.tuple([z.looseObject({})]), z.tuple([z.looseObject({}), z.string()])])

/** A plain transfer takes just as much as it takes, which anvil sees at once. */
const isCall = ({ data, input, gas }: Record<string, unknown>) =>
  gas === undefined && [data, input].some((bytes) => typeof bytes === 'string' && bytes.length > 2)

/** What geth adds to what was used: each call keeps back a 64th of its gas, and one that pays needs a stipend. */
const enough = (used: Hex) => toHex(((BigInt(used) + 2_300n) * 64n) / 63n)

type Trace = { gasUsed: Hex; error?: string }

/**
 * How much gas a call takes, as geth finds it: executed once with all the gas of a block, and once more with what that
 * took and a little more. anvil halves the gas of a block until it has the last unit, which executes a confidential
 * transfer some twenty-five times. Undefined where it is for anvil to say: of what reverts, or needs more than that.
 */
export async function estimate(chain: Pick<Chain, 'call'>, params: unknown): Promise<Hex | undefined> {
  const parsed = asked.safeParse(params)
  if (!parsed.success) return undefined
  const [call, block = 'latest'] = parsed.data
  if (!isCall(call)) return undefined
  const { gasPrice: _, maxFeePerGas: __, maxPriorityFeePerGas: ___, ...free } = call
  const trace = (tried: object) =>
    chain.call<Trace>('debug_traceCall', [tried, block, { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }])
  try {
    const first = await trace(free)
    if (first.error !== undefined) return undefined
    const gas = enough(first.gasUsed)
    const second = await trace({ ...call, gas })
    return second.error === undefined && second.gasUsed === first.gasUsed ? gas : undefined
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}
