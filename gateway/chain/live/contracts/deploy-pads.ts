import { concat, createWalletClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address } from '#shared/model/ids.ts'
import { padsCreation } from '../../../contracts/pads.ts'
import type { Signer } from '../../port.ts'
import { createClient } from '../rpc/client.ts'
import { rpcTransport } from '../rpc/transport.ts'

/** A block of Sepolia takes twelve seconds; one that is full takes more. */
const MINED_WITHIN_MS = 300_000

/** `payer`: pays the gas, and gets no power over the contract. */
type Where = { rpcUrl: string; chainId: number; payer: Signer }

/**
 * Puts the contract of pads of a confidential token where it belongs (EIP-1014), with one transaction that is waited for.
 * Returns its address. Throws where the chain lacks the proxy that makes it, or the contract does not stand there afterwards.
 */
export async function deployPads({ rpcUrl, chainId, payer }: Where, cstable: Address): Promise<Address> {
  const client = createClient(rpcUrl, chainId)
  const { address, proxy, salt, code } = padsCreation(cstable)
  if ((await client.getCode({ address: proxy })) === undefined)
    throw new Error(`The chain has no deterministic deployment proxy at ${proxy}. Nothing was sent.`)
  const account = privateKeyToAccount(payer.key)
  const wallet = createWalletClient({ account, transport: rpcTransport(rpcUrl) })
  const hash = await wallet.sendTransaction({ chain: client.chain, to: proxy, data: concat([salt, code]) })
  await client.waitForTransactionReceipt({ hash, pollingInterval: 1_000, timeout: MINED_WITHIN_MS })
  if ((await client.getCode({ address })) === undefined)
    throw new Error(
      `${hash} is mined, and there is no contract at ${address}. Look at that transaction, and try again.`,
    )
  return address
}
