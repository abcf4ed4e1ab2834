import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import * as tfhe from 'node-tfhe'
import { asset } from '../../assets.ts'
import { bitsOf, FheType } from '../../fhe/types.ts'
import { makeFolder, writeDurably } from '../files.ts'
import { parameters, SIZE_LIMIT } from './parameters.ts'

/** Seconds of computing at a time: TFHE has a thread to itself. */
export type TfheJob =
  | { id: number; is: 'keys' }
  | { id: number; is: 'verify'; ciphertext: Uint8Array; metadata: Uint8Array }
export type TfheAnswer =
  | { id: number; is: 'keys' }
  | { id: number; is: 'accepted'; values: { type: number; value: bigint }[] }
  /** `trapped`: WebAssembly is in no state to go on, and the thread is to be replaced. */
  | { id: number; is: 'rejected'; reason: string; trapped: boolean }
  | { id: number; is: 'failed'; reason: string }

const { folder } = workerData as { folder: string }
const clientKeyFile = join(folder, 'client-key.bin')
const publicKeyFile = join(folder, 'public-key.bin')

tfhe.init_panic_hook()

/** This installation's keys, made once. The public key is written last: where it is, the client key is too. */
function makeKeys(): void {
  if (existsSync(publicKeyFile)) return
  makeFolder(folder)
  const clientKey = tfhe.TfheClientKey.generate(parameters())
  writeDurably(clientKeyFile, clientKey.serialize())
  chmodSync(clientKeyFile, 0o600)
  writeDurably(publicKeyFile, tfhe.TfheCompactPublicKey.new(clientKey).safe_serialize(SIZE_LIMIT))
}

type Loaded = { clientKey: tfhe.TfheClientKey; publicKey: tfhe.TfheCompactPublicKey; crs: tfhe.CompactPkeCrs }
let loaded: Loaded | undefined

/** A second of work, so it waits for the first proof. */
function load(): Loaded {
  if (loaded) return loaded
  makeKeys()
  const clientKey = tfhe.TfheClientKey.deserialize(readFileSync(clientKeyFile))
  const publicKey = tfhe.TfheCompactPublicKey.safe_deserialize(readFileSync(publicKeyFile), SIZE_LIMIT)
  const crsBytes = gunzipSync(readFileSync(asset('testnet/data/crs.bin.gz')))
  const crs = tfhe.CompactPkeCrs.safe_deserialize(crsBytes, SIZE_LIMIT)
  tfhe.set_server_key(tfhe.TfheServerKey.new(clientKey))
  loaded = { clientKey, publicKey, crs }
  return loaded
}

type Verdict =
  | { is: 'accepted'; values: { type: number; value: bigint }[] }
  | { is: 'rejected'; reason: string; trapped: boolean }

/** Checks a proof as Zama's coprocessors do, and decrypts what it proves. */
function verify(ciphertext: Uint8Array, metadata: Uint8Array): Verdict {
  const { clientKey, publicKey, crs } = load()
  try {
    const list = tfhe.ProvenCompactCiphertextList.safe_deserialize(ciphertext, SIZE_LIMIT)
    const expanded = list.verify_and_expand(crs, publicKey, metadata)
    const values = Array.from({ length: list.len() }, (_, index) => {
      const type = Number(list.get_kind_of(index))
      return { type, value: decrypt(expanded, index, type, clientKey) }
    })
    return { is: 'accepted', values }
  } catch (error) {
    const trapped = error instanceof Error && error.name === 'RuntimeError'
    return { is: 'rejected', reason: String(error).slice(0, 200), trapped }
  }
}

function decrypt(
  list: tfhe.CompactCiphertextListExpander,
  index: number,
  type: number,
  key: tfhe.TfheClientKey,
): bigint {
  switch (bitsOf(type)) {
    case 1:
      return list.get_bool(index).decrypt(key) ? 1n : 0n
    case 8:
      return BigInt(list.get_uint8(index).decrypt(key))
    case 16:
      return BigInt(list.get_uint16(index).decrypt(key))
    case 32:
      return BigInt(list.get_uint32(index).decrypt(key))
    case 64:
      return BigInt(list.get_uint64(index).decrypt(key))
    case 128:
      return BigInt(list.get_uint128(index).decrypt(key))
    case 160:
      return BigInt(list.get_uint160(index).decrypt(key))
    case 256:
      return BigInt(list.get_uint256(index).decrypt(key))
    default:
      throw new Error(`type ${type} cannot be an input (${Object.keys(FheType).join(', ')} can)`)
  }
}

parentPort?.on('message', (job: TfheJob) => {
  const answer = (rest: object) => parentPort?.postMessage({ id: job.id, ...rest })
  try {
    if (job.is === 'keys') {
      makeKeys()
      answer({ is: 'keys' })
    } else answer(verify(job.ciphertext, job.metadata))
  } catch (error) {
    answer({ is: 'failed', reason: String(error) })
  }
})
