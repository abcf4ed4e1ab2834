import * as tkms from 'node-tkms'
import { checksumAddress, numberToBytes } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { errorWords } from '../../../../error-words.ts'
import { ZamaFailure } from '../failures.ts'
import type { Share } from './post.ts'

export type Opening = {
  handles: readonly Hex[]
  user: Address
  /** Without 0x. */
  publicKey: string
  privateKey: string
  /** The KMS's parties in their order, as the chain's KMSVerifier lists them. */
  kmsSigners: readonly string[]
  gatewayChainId: number
  decryptionContract: string
}

/**
 * What the shares hold, by handle: the same steps as Zama's client takes in version 2 (`userDecryptRequest` of
 * @zama-fhe/relayer-sdk 0.4.3), whose answers have the same form. Throws where a signature is not the KMS's.
 */
export function openShares(shares: readonly Share[], opening: Opening): Record<Hex, bigint> {
  const { handles, user, publicKey, kmsSigners, decryptionContract } = opening
  const client_address = checksumAddress(user)
  const signers = kmsSigners.map((signer, index) => tkms.new_server_id_addr(index + 1, signer))
  const request = {
    signature: undefined,
    client_address,
    enc_key: publicKey,
    ciphertext_handles: handles.map((handle) => handle.slice(2)),
    eip712_verifying_contract: decryptionContract,
  }
  const domain = {
    name: 'Decryption',
    version: '1',
    chain_id: numberToBytes(opening.gatewayChainId, { size: 32 }),
    verifying_contract: decryptionContract,
    salt: null,
  }
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  try {
    const opened = tkms.process_user_decryption_resp_from_js(
      tkms.new_client(signers, client_address, 'default'),
      request,
      domain,
      shares,
      tkms.u8vec_to_ml_kem_pke_pk(bytes(publicKey)),
      tkms.u8vec_to_ml_kem_pke_sk(bytes(opening.privateKey)),
      true,
    )
    if (opened.length !== handles.length) throw new Error('not as many values as handles')
    return Object.fromEntries(handles.map((handle, index) => [handle, unitsOf(opened[index]?.bytes)]))
  } catch (cause) {
    throw new ZamaFailure(
      'unverifiable',
      `the shares of a decryption do not verify: ${errorWords(cause).slice(0, 100)}`,
    )
  }
}

function unitsOf(bytes: Uint8Array | undefined): bigint {
  if (bytes === undefined || bytes.length === 0) throw new Error('an empty value')
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
