import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** Says what follows; the last line of an archive says so, that nothing is missing. */
type Line = { path: string; size: number } | { end: true; about: About }
export type About = { network: string; version: string; at: string }

/** The files of a folder as one stream: a line of JSON before the bytes of each. */
export async function* pack(folder: string, about: About): AsyncGenerator<Buffer> {
  const line = (said: Line) => Buffer.from(`${JSON.stringify(said)}\n`)
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

/** The way back: each file with mode 0600. Throws where the archive ends early or names a place outside the folder. */
export async function unpack(source: AsyncIterable<Buffer>, folder: string): Promise<About> {
  const reader = new Reader(source)
  for (;;) {
    const said = JSON.parse((await reader.line()).toString('utf8')) as Line
    if ('end' in said) return said.about
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(said.path))
      throw new Error(`The backup names a strange file: ${said.path}`)
    const file = join(folder, said.path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx', 0o600)
    try {
      for await (const chunk of reader.bytes(said.size)) await handle.writeFile(chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
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
