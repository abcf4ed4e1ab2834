import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { decryptStream, encryptStream } from '../../crypto/age.ts'
import { VERSION_1 } from '../../crypto/locked-stream.ts'
import { withPath } from '../explain.ts'
import { type About, type Held, pack, readArchive, type Take } from './archive.ts'
import { readVersion1 } from './version-1.ts'

/** The first line of every age file. */
const AGE = 'age-encryption.org/v1\n'

/** The hash of each file, by the file's name. */
type Digests = Map<string, string>

/**
 * Writes the files of a folder, and those held in memory, as an encrypted backup (age, around gzip, around tar), and reads
 * it back. `file` must not exist.
 */
export async function writeBackup(file: string, passphrase: string, folder: string, held: Held[], about: About) {
  const sink = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(pack(folder, held, about), createGzip(), encryptStream(passphrase), sink)
  const wanted = await digestsOf((take) => readArchive(pack(folder, held, about), take))
  const found = await digestsOf((take) => readBackup(file, passphrase, take))
  const same = wanted.size === found.size && [...wanted].every(([path, digest]) => found.get(path) === digest)
  if (!same) throw new Error('The backup could not be read back. Try again.')
}

/** File by file, those of older versions too. Throws where the passphrase is another or the file is damaged or none of ours. */
export async function readBackup(file: string, passphrase: string, take: Take): Promise<About> {
  const begins = await beginningOf(file)
  if (begins.startsWith(VERSION_1)) return readVersion1(createReadStream(file), passphrase, take)
  if (!begins.startsWith(AGE)) throw new Error('This is not a Sotto backup: "sotto backup FILE" makes one.')
  return pipeline(createReadStream(file), decryptStream(passphrase), createGunzip(), (source: AsyncIterable<Buffer>) =>
    readArchive(source, take),
  )
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const begins = await handle
      .read(Buffer.alloc(AGE.length))
      .catch((error: unknown) => Promise.reject(withPath(file, error)))
    return begins.buffer.toString('latin1', 0, begins.bytesRead)
  } finally {
    await handle.close()
  }
}

async function digestsOf(read: (take: Take) => Promise<unknown>): Promise<Digests> {
  const digests: Digests = new Map()
  await read(async (path, bytes) => {
    const hash = createHash('sha256')
    for await (const chunk of bytes) hash.update(chunk)
    digests.set(path, hash.digest('hex'))
  })
  return digests
}

/** Takes files into a folder, each with mode 0600; those named stay in memory. */
export function unpackTo(folder: string, inMemory: string[]): { take: Take; held: Map<string, Buffer> } {
  const held = new Map<string, Buffer>()
  const take: Take = async (path, bytes) => {
    if (inMemory.includes(path)) {
      held.set(path, await buffer(bytes))
      return
    }
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx', 0o600)
    try {
      for await (const chunk of bytes) await handle.writeFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  return { take, held }
}
