import { encodeAbiParameters, getAddress, type Hex, pad, toHex } from 'viem'
import type * as z from 'zod/mini'
import { FheType, typeOf } from '../../fhe/types.ts'
import { signPublicDecryption } from '../kms/signcrypt.ts'
import { RelayerRefusal } from './refusal.ts'
import { checkHandles, type publicDecryptRequest } from './requests.ts'
import { cleartextsOf, type Services } from './services.ts'

export type PublicDecryptResult = { decryptedValue: string; signatures: string[]; extraData: string }

/** Values that their contract made public, with the KMS's signature that contracts check. */
export async function publicDecrypt(
  services: Services,
  { ciphertextHandles: handles }: z.infer<typeof publicDecryptRequest>,
): Promise<PublicDecryptResult> {
  checkHandles(handles, 'ciphertextHandles')
  if (!(await services.acl.allPublic(handles))) {
    throw new RelayerRefusal('not_allowed_on_host_acl', 'a handle is not publicly decryptable')
  }
  await services.follower.sync()
  const values = cleartextsOf(services, handles)
  const encoded = encodeAbiParameters(
    values.map(({ handle }) => ({ type: solidityType(handle) })),
    values.map(({ handle, value }) => solidityValue(handle, value)),
  )
  const signature = await signPublicDecryption(services.kmsKey, handles, encoded)
  return { decryptedValue: encoded.slice(2), signatures: [signature.slice(2)], extraData: '0x00' }
}

function solidityType(handle: Hex): 'bool' | 'address' | 'uint256' {
  const type = typeOf(handle)
  return type === FheType.bool ? 'bool' : type === FheType.address ? 'address' : 'uint256'
}

function solidityValue(handle: Hex, value: bigint): boolean | Hex | bigint {
  const type = solidityType(handle)
  if (type === 'bool') return value === 1n
  return type === 'address' ? getAddress(pad(toHex(value), { size: 20 })) : value
}
