import { createDecipheriv } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'

/** Begins every such file. */
export const VERSION_1 = 'sotto-backup 1 '
const ARGON2ID = 2
const CHUNK = 1 << 20
const TAG = 16
const HEADER_MAX = 4_096

type Bytes = AsyncIterable<Buffer>
type Kdf = { name: 'argon2id'; memory: number; passes: number; salt: string }

/**
 * Opens what Sotto 0.1 encrypted under a passphrase: Argon2id for the key, then AES-256-GCM in chunks of 1 MiB as in the
 * STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce holds the chunk's number and whether it is the
 * last. Throws where the passphrase is another, or a byte was changed, or the end is missing.
 */
export function unlock(passphrase: string): (source: Bytes) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const { header, rest } = await takeHeader(source)
    const key = await keyOf(passphrase, kdfIn(header))
    for await (const { index, last, chunk } of chunks(rest, CHUNK + TAG)) {
      yield open(key, header, nonce(index, last), chunk, index)
    }
  }
}

function open(key: Buffer, header: Buffer, iv: Buffer, chunk: Buffer, index: number): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(header)
    decipher.setAuthTag(chunk.subarray(-TAG))
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG)), decipher.final()])
  } catch (cause) {
    throw new Error(index === 0 ? 'The passphrase is wrong, or the file is damaged.' : 'The file is damaged.', {
      cause,
    })
  }
}

function nonce(index: number, last: boolean): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(index, 4)
  iv.writeUInt32BE(last ? 1 : 0, 8)
  return iv
}

function keyOf(passphrase: string, kdf: Kdf): Promise<Buffer> {
  const salt = Buffer.from(kdf.salt, 'base64')
  const cost = { memoryCost: kdf.memory, timeCost: kdf.passes, parallelism: 1 }
  return hashRaw(passphrase.normalize('NFKC'), { algorithm: ARGON2ID, outputLen: 32, salt, ...cost })
}

/** Equal chunks; the last one may be shorter, and there always is one. */
async function* chunks(source: Bytes, size: number): AsyncGenerator<{ index: number; last: boolean; chunk: Buffer }> {
  let held: Buffer[] = []
  let bytes = 0
  let index = 0
  for await (const part of source) {
    held.push(part)
    bytes += part.length
    if (bytes <= size) continue
    let all = Buffer.concat(held)
    for (; all.length > size; all = all.subarray(size))
      yield { index: index++, last: false, chunk: all.subarray(0, size) }
    held = [all]
    bytes = all.length
  }
  yield { index, last: true, chunk: Buffer.concat(held) }
}

async function takeHeader(source: Bytes): Promise<{ header: Buffer; rest: Bytes }> {
  const parts = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  while (held.indexOf(10) < 0 && held.length < HEADER_MAX) {
    const { done, value } = await parts.next()
    if (done) break
    held = Buffer.concat([held, value])
  }
  const end = held.indexOf(10) + 1
  if (end === 0 || !held.toString('latin1').startsWith(VERSION_1)) throw new Error('This is not a Sotto backup.')
  async function* rest(): AsyncGenerator<Buffer> {
    yield held.subarray(end)
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  }
  return { header: held.subarray(0, end), rest: rest() }
}

/** Bounded, so that a forged header cannot ask for all the memory there is. */
function kdfIn(header: Buffer): Kdf {
  const { kdf } = JSON.parse(header.toString('utf8').slice(VERSION_1.length)) as { kdf: Kdf }
  if (kdf?.name !== 'argon2id' || !(kdf.memory <= 1_048_576) || !(kdf.passes <= 16) || typeof kdf.salt !== 'string') {
    throw new Error('This backup was made in a way that this version does not know.')
  }
  return kdf
}
