import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { ReadableStream, type WritableStream } from 'node:stream/web'
import { createTarDecoder, createTarPacker } from 'modern-tar'

/** What a backup says of itself: the file `ABOUT` in it. */
export type About = { network: string; version: string; at: string }
const ABOUT = 'about.json'

/** A file that is on no disk: what must not lie anywhere in the clear. */
export type Held = { path: string; bytes: Uint8Array }

/** Gets a file out of an archive, whole before it returns. */
export type Take = (path: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>

/** The files of a folder, and those held in memory, as a tar archive. */
export function pack(folder: string, held: Held[], about: About): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker()
  const add = async (path: string, size: number, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
    const entry = controller.add({ name: path, size, mode: 0o600, type: 'file' })
    await ReadableStream.from(body).pipeTo(entry as WritableStream<Uint8Array>)
  }
  const all = async () => {
    const said = Buffer.from(`${JSON.stringify(about)}\n`)
    for (const { path, bytes } of [{ path: ABOUT, bytes: said }, ...held]) await add(path, bytes.length, [bytes])
    for (const file of filesIn(folder)) {
      await add(relative(folder, file).split(sep).join('/'), statSync(file).size, createReadStream(file))
    }
    controller.finalize()
  }
  all().catch((error: unknown) => controller.error(error))
  return readable
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The way back, file by file. Throws where something else than files in folders is in it, or it ends early. */
export async function readArchive(source: AsyncIterable<Uint8Array>, take: Take): Promise<About> {
  const decoder = createTarDecoder({ strict: true })
  let about: About | undefined
  for await (const { header, body } of ReadableStream.from(source).pipeThrough(decoder)) {
    if (header.type !== 'file') throw new Error(`The backup holds something that is no file: ${header.name}`)
    assertPlain(header.name)
    if (header.name === ABOUT) about = JSON.parse(await text(body)) as About
    else await take(header.name, body)
  }
  if (about === undefined) throw new Error('This is not a Sotto backup.')
  return about
}

/** A path that stays within the folder that it is unpacked to. */
export function assertPlain(path: string): void {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) throw new Error(`The backup names a strange file: ${path}`)
}
