import { concat } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import { padsCreation } from '../../../contracts/pads.ts'
import { createPaid, type Paid } from './paid.ts'

/**
 * Puts the contract of pads of a confidential token where it belongs (EIP-1014), with one transaction that is waited for. Its
 * payer gets no power over it. Returns its address. Throws where the chain lacks the proxy that makes it, or the contract does
 * not stand there afterwards.
 */
export async function deployPads(where: Paid, cstable: Address): Promise<Address> {
  const { client, mined } = createPaid(where)
  const { address, proxy, salt, code } = padsCreation(cstable)
  if ((await client.getCode({ address: proxy })) === undefined)
    throw new Error(`The chain has no deterministic deployment proxy at ${proxy}. Nothing was sent.`)
  const { transactionHash: hash } = await mined({ to: proxy, data: concat([salt, code]) })
  if ((await client.getCode({ address })) === undefined)
    throw new Error(
      `${hash} is mined, and there is no contract at ${address}. Look at that transaction, and try again.`,
    )
  return address
}
