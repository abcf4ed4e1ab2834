import type { FhevmConfigType } from '@zama-fhe/relayer-sdk/node'
import type { Hex } from '#shared/model/ids.ts'
import type { ZamaConfig, ZamaQuestion } from '../messages.ts'
import { openShares } from './open.ts'
import { SECONDS_PER_DAY } from './permit.ts'
import { postUnified } from './post.ts'

type Place = Pick<ZamaConfig, 'auth'> & { unifiedUrl: string }

/**
 * A user decryption in version 3 of the relayer's protocol, which Zama's client 0.4.3 does not speak: request and polls are
 * ours, keys and opening those of its own cryptography (node-tkms).
 */
export async function decryptUnified(
  chain: Pick<FhevmConfigType, 'kmsSigners' | 'gatewayChainId' | 'verifyingContractAddressDecryption'>,
  { unifiedUrl, auth }: Place,
  { handles, contract, user, permit }: Extract<ZamaQuestion, { is: 'user decrypt' }>,
  signal: AbortSignal,
): Promise<Record<Hex, bigint>> {
  const { publicKey, privateKey, signature, start, days } = permit
  const seconds = days * SECONDS_PER_DAY
  const shares = await postUnified(
    {
      url: unifiedUrl,
      ...(auth?.__type === 'ApiKeyHeader' ? { apiKey: auth.value } : {}),
      handles,
      contract,
      permit: { user, publicKey: `0x${publicKey}`, contracts: [contract], start, seconds },
      signature,
    },
    signal,
  )
  return openShares(shares, {
    handles,
    user,
    publicKey,
    privateKey,
    kmsSigners: chain.kmsSigners,
    gatewayChainId: Number(chain.gatewayChainId),
    decryptionContract: chain.verifyingContractAddressDecryption,
  })
}
