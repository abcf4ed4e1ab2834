import { privateKeyToAccount } from 'viem/accounts'
import type { Signer } from '../../../gateway/chain/port.ts'
import { rpc } from '../rpc.ts'
import type { Stage } from '../stage.ts'

/**
 * Uses a key of the gateway's somewhere else: so many transactions at its next nonces, dear enough to take the place of
 * what the gateway has waiting there. Gives their hashes; those that lost the race for a nonce are left out.
 */
export async function useElsewhere(stage: Stage, signer: Signer, count: number): Promise<string[]> {
  const { rpcUrl, chainId } = stage.info
  const account = privateKeyToAccount(signer.key)
  const first = Number(await rpc<string>(rpcUrl, 'eth_getTransactionCount', signer.address, 'latest'))
  const hashes: string[] = []
  for (let nonce = first; hashes.length < count && nonce < first + count * 4; nonce++) {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      to: signer.address,
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 11n,
    })
    const hash = await rpc<string>(rpcUrl, 'eth_sendRawTransaction', raw).catch(() => undefined)
    if (hash !== undefined) hashes.push(hash)
  }
  return hashes
}
