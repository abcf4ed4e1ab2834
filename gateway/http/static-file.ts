import { readFile } from 'node:fs/promises'

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * The bytes of a file that does not change while the gateway runs: read once and shared by every answer, so that a
 * thousand requests for one file hold it once.
 */
export function staticFile(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = kept.get(file)
  if (known !== undefined) return known
  const reading = readFile(file).then((bytes) => new Uint8Array(bytes))
  kept.set(file, reading)
  reading.catch(() => kept.delete(file))
  return reading
}
