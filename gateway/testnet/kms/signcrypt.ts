import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { shake256 } from '@noble/hashes/sha3'
import * as tkms from 'node-tkms'
import { type Address, bytesToHex, type Hex, hashTypedData, hexToBytes, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { gatewayChain } from '../../fhe/host.ts'
import { typeOf, widthOf } from '../../fhe/types.ts'
import { cat, littleEndian, u32, u64, vec } from './bincode.ts'

/** Zama's KMS as one party: what node-tkms 0.12 (`process_user_decryption_resp_from_js`) opens and checks. */
const domain = {
  name: 'Decryption',
  version: '1',
  chainId: gatewayChain.id,
  verifyingContract: gatewayChain.decryption,
} as const

/** Bytes of an ML-KEM-512 key in its bincode wrapping: a length and 800 bytes end the serialised key. */
const WRAPPED_KEY = 808

export type Secret = { handle: Hex; value: bigint }
export type Share = { payload: Hex; signature: Hex }

/** Encrypts cleartexts to the user's ML-KEM key and signs them, so that the unmodified client opens and believes them. */
export async function signcrypt(kmsKey: Hex, publicKey: Hex, user: Address, secrets: Secret[]): Promise<Share> {
  const handles = secrets.map(({ handle }) => handle)
  const key = hexToBytes(kmsKey)
  const verificationKey = vec(secp256k1.getPublicKey(key, true))
  const link = linkOf(publicKey, handles, user)
  const encryptionKey = hexToBytes(publicKey)
  const receiver = tkms.u8vec_to_ml_kem_pke_pk(encryptionKey)
  const receiverId = digest(encryptionKey.slice(-WRAPPED_KEY))

  const ciphertexts = secrets.map(({ handle, value }) => {
    const type = typeOf(handle)
    // SigncryptionPayload { plaintext: TypedPlaintext { bytes, fhe_type }, link }
    const message = cat(vec(littleEndian(value, Math.ceil(widthOf(handle) / 8))), u32(type), vec(link))
    const toSign = cat(stringToBytes('USER_DEC'), message, hexToBytes(user), receiverId)
    const signature = secp256k1.sign(sha256(toSign), key, { lowS: true }).toCompactRawBytes()
    const sealed = tkms.ml_kem_pke_encrypt(cat(message, signature, digest(verificationKey)), receiver)
    // TypedSigncryptedCiphertext { fhe_type, signcrypted_ciphertext, external_handle, packing_factor }
    return cat(u32(type), vec(sealed), vec(hexToBytes(handle)), u32(1))
  })
  // UserDecryptionResponsePayload { verification_key, digest, ciphertexts, party_id, degree }
  const payload = cat(vec(verificationKey), vec(link), u64(ciphertexts.length), ...ciphertexts, u32(1), u32(0))
  const share = bytesToHex(payload)
  return { payload: share, signature: await signShare(kmsKey, publicKey, handles, share) }
}

/** Ties an answer to its question. */
function linkOf(publicKey: Hex, handles: Hex[], userAddress: Address): Uint8Array {
  const types = {
    UserDecryptionLinker: [
      { name: 'publicKey', type: 'bytes' },
      { name: 'handles', type: 'bytes32[]' },
      { name: 'userAddress', type: 'address' },
    ],
  } as const
  const message = { publicKey, handles, userAddress }
  return hexToBytes(hashTypedData({ domain, types, primaryType: 'UserDecryptionLinker', message }))
}

function signShare(kmsKey: Hex, publicKey: Hex, ctHandles: Hex[], userDecryptedShare: Hex): Promise<Hex> {
  return privateKeyToAccount(kmsKey).signTypedData({
    domain,
    types: {
      UserDecryptResponseVerification: [
        { name: 'publicKey', type: 'bytes' },
        { name: 'ctHandles', type: 'bytes32[]' },
        { name: 'userDecryptedShare', type: 'bytes' },
        { name: 'extraData', type: 'bytes' },
      ],
    },
    primaryType: 'UserDecryptResponseVerification',
    // The client sends extra data 0x00 and verifies against none.
    message: { publicKey, ctHandles, userDecryptedShare, extraData: '0x' },
  })
}

/** Domain-separated hash of a key: SHAKE-256 to 32 bytes. */
function digest(bytes: Uint8Array): Uint8Array {
  return shake256(cat(stringToBytes('SIGNCRYP'), bytes), { dkLen: 32 })
}

/** The KMS's word on publicly decrypted values (KMSVerifier.sol, EIP712_PUBLIC_DECRYPT_TYPE). */
export function signPublicDecryption(kmsKey: Hex, ctHandles: Hex[], decryptedResult: Hex): Promise<Hex> {
  return privateKeyToAccount(kmsKey).signTypedData({
    domain,
    types: {
      PublicDecryptVerification: [
        { name: 'ctHandles', type: 'bytes32[]' },
        { name: 'decryptedResult', type: 'bytes' },
        { name: 'extraData', type: 'bytes' },
      ],
    },
    primaryType: 'PublicDecryptVerification',
    message: { ctHandles, decryptedResult, extraData: '0x' },
  })
}
