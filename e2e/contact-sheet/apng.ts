import { crc32 } from 'node:zlib'

/** One picture, and how long it stands. All of a film have one size and one colour type, as screenshots of one page do. */
export type Frame = { png: Buffer; ms: number }

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * An animated PNG that is shown for ever (PNG, third edition, 11.3.4): the first picture's header, then of each picture a
 * frame control and its data, taken over as it is. Throws where a picture differs from the first in size or colour type.
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png, ms }) => ({ chunks: chunksOf(png), ms }))
  const header = pictures[0]?.chunks.find(({ type }) => type === 'IHDR')?.data
  if (header === undefined) throw new Error('a film has at least one picture')
  let sequence = 0
  const numbered = (data: Buffer) => Buffer.concat([uint32(sequence++), data])
  const shown = pictures.flatMap(({ chunks, ms }, index) => {
    if (!chunks.some(({ type, data }) => type === 'IHDR' && data.equals(header)))
      throw new Error(`picture ${index} has another size or colour type than the first`)
    const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
    const control = chunk('fcTL', numbered(controlOf(header, ms)))
    return [control, index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbered(data))]
  })
  const animation = chunk('acTL', Buffer.concat([uint32(frames.length), uint32(0)]))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), animation, ...shown, chunk('IEND', Buffer.alloc(0))])
}

/** Width and height of the header, no offset, the delay in thousandths; nothing is disposed of, nothing blended. */
function controlOf(header: Buffer, ms: number): Buffer {
  return Buffer.concat([header.subarray(0, 8), uint32(0), uint32(0), uint16(ms), uint16(1_000), Buffer.alloc(2)])
}

type Chunk = { type: string; data: Buffer }

function chunksOf(png: Buffer): Chunk[] {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG')
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

/** Length, type, data, and the CRC of the latter two. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
