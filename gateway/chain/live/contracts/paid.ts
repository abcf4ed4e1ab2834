import { createWalletClient, type Hex, type TransactionReceipt } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address } from '#shared/model/ids.ts'
import type { Fees, Signer } from '../../port.ts'
import { createFees } from '../reads/fees.ts'
import { type Client, createClient } from '../rpc/client.ts'
import { rpcTransport } from '../rpc/transport.ts'

/** A block of Sepolia takes twelve seconds; one that is full takes more. */
const MINED_WITHIN_MS = 300_000

/** `payer` pays the gas. `bounded`: the fees that a node names, up to the most that may be paid. */
export type Paid = { rpcUrl: string; chainId: number; payer: Signer; bounded(fees: Fees): Fees }

/** Sends transactions, each waited for: to null for a contract. */
export function createPaid({ rpcUrl, chainId, payer, bounded }: Paid) {
  const client: Client = createClient(rpcUrl, chainId)
  const account = privateKeyToAccount(payer.key)
  const wallet = createWalletClient({ account, transport: rpcTransport(rpcUrl) })
  const fees = createFees(client)
  return {
    client,
    async mined(call: { to: Address | null; data: Hex }): Promise<TransactionReceipt> {
      const { maxFee: maxFeePerGas, priorityFee: maxPriorityFeePerGas } = bounded(await fees())
      const fee = { maxFeePerGas, maxPriorityFeePerGas }
      const hash = await wallet.sendTransaction({ chain: client.chain, ...call, ...fee })
      return client.waitForTransactionReceipt({ hash, pollingInterval: 1_000, timeout: MINED_WITHIN_MS })
    },
  }
}
