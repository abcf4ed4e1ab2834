import type { Fees } from '../../port.ts'
import { ask, type Client } from '../rpc/client.ts'

/** Fees of this moment, asked for once for all callers that wait at the same time. */
export function createFees(client: Client): () => Promise<Fees> {
  const askFees = () =>
    ask('fees', async () => {
      const [block, priorityFee] = await Promise.all([
        client.getBlock({ blockTag: 'latest' }),
        client.estimateMaxPriorityFeePerGas(),
      ])
      const base = block.baseFeePerGas ?? 0n
      // Twice the base fee lasts through six full blocks (EIP-1559: at most one eighth more per block).
      return { priorityFee, maxFee: base * 2n + priorityFee, gasPrice: base + priorityFee }
    })

  let fees: Promise<Fees> | undefined
  return () => {
    fees ??= askFees().finally(() => {
      fees = undefined
    })
    return fees
  }
}
