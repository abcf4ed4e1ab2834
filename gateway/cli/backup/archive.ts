import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** Says what follows; the last line of an archive says so, that nothing is missing. */
type Line = { path: string; size: number } | { end: true; about: About }
export type About = { network: string; version: string; at: string }

/** A file that is on no disk: what must not lie anywhere in the clear. */
export type Held = { path: string; bytes: Buffer }

/** The files of a folder, and those held in memory, as one stream: a line of JSON before the bytes of each. */
export async function* pack(folder: string, held: Held[], about: About): AsyncGenerator<Buffer> {
  const line = (said: Line) => Buffer.from(`${JSON.stringify(said)}\n`)
  for (const { path, bytes } of held) {
    yield line({ path, size: bytes.length })
    yield bytes
  }
  for (const file of filesIn(folder)) {
    yield line({ path: relative(folder, file).split(sep).join('/'), size: statSync(file).size })
    for await (const chunk of createReadStream(file)) yield chunk as Buffer
  }
  yield line({ end: true, about })
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

type Take = (path: string, bytes: AsyncIterable<Buffer>) => Promise<void>

/** The way back, file by file. Throws where the archive ends early or names a place outside a folder. */
export async function readArchive(source: AsyncIterable<Buffer>, take: Take): Promise<About> {
  const reader = new Reader(source)
  for (;;) {
    const said = JSON.parse((await reader.line()).toString('utf8')) as Line
    if ('end' in said) return said.about
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(said.path))
      throw new Error(`The backup names a strange file: ${said.path}`)
    await take(said.path, reader.bytes(said.size))
  }
}

/** Into a folder, each file with mode 0600; those named stay in memory, and are in the answer. */
export async function unpack(source: AsyncIterable<Buffer>, folder: string, inMemory: string[]) {
  const held = new Map<string, Buffer>()
  const about = await readArchive(source, async (path, bytes) => {
    if (inMemory.includes(path)) {
      const parts: Buffer[] = []
      for await (const chunk of bytes) parts.push(Buffer.from(chunk))
      held.set(path, Buffer.concat(parts))
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
  })
  return { about, held }
}

/** Of each file the hash of what an archive holds, and of what it was made from: equal where it can be read back. */
export async function digestsOf(source: AsyncIterable<Buffer>): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  await readArchive(source, async (path, bytes) => {
    const hash = createHash('sha256')
    for await (const chunk of bytes) hash.update(chunk)
    digests.set(path, hash.digest('hex'))
  })
  return digests
}

/** Takes lines and counted bytes off a stream in turn. */
class Reader {
  readonly #parts: AsyncIterator<Buffer>
  #held = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#parts = source[Symbol.asyncIterator]()
  }

  async line(): Promise<Buffer> {
    while (this.#held.indexOf(10) < 0) await this.#more()
    const end = this.#held.indexOf(10)
    const line = this.#held.subarray(0, end)
    this.#held = this.#held.subarray(end + 1)
    return line
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0) await this.#more()
      const chunk = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#parts.next()
    if (done) throw new Error('The backup ends early.')
    this.#held = Buffer.concat([this.#held, value])
  }
}
