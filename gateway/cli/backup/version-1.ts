import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unlock } from '../../crypto/locked-stream.ts'
import { type About, assertPlain, type Take } from './archive.ts'

/** Reads what Sotto 0.1 wrote: a format of its own, of which none is written any more. */
export function readVersion1(file: AsyncIterable<Buffer>, passphrase: string, take: Take): Promise<About> {
  return pipeline(file, unlock(passphrase), createGunzip(), (source: AsyncIterable<Buffer>) => read(source, take))
}

/** Says what follows; the last line of an archive says so, that nothing is missing. */
type Line = { path: string; size: number } | { end: true; about: About }

/** A line of JSON before the bytes of each file. */
async function read(source: AsyncIterable<Buffer>, take: Take): Promise<About> {
  const reader = new Reader(source)
  for (;;) {
    const said = JSON.parse((await reader.line()).toString('utf8')) as Line
    if ('end' in said) return said.about
    assertPlain(said.path)
    await take(said.path, reader.bytes(said.size))
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
