import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const api = fileURLToPath(new URL('../../shared/api/', import.meta.url))

/** What an endpoint says of itself to readers: of its document alone, and no client asks. */
const forReaders = new Set(['summary', 'tag', 'refusals'])

type Node = { type: string; start: number; end: number; key?: Node & { name?: string }; properties?: Node[] }

/** Leaves out of the wallet what stands beside endpoints for readers of the API. */
export const withoutWords: Plugin = {
  name: 'sotto-without-words',
  transform(code, id) {
    if (!id.startsWith(api)) return null
    const ends = wordsIn(this.parse(code) as unknown as Node)
    return { code: ends.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code), map: null }
  },
}

/** Where such properties stand, each up to the one behind it, in order. */
export function wordsIn(node: unknown): [start: number, end: number][] {
  if (typeof node !== 'object' || node === null) return []
  const { type, properties } = node as Node
  if (type !== 'ObjectExpression' || properties === undefined) return Object.values(node).flatMap(wordsIn)
  return properties.flatMap((property, index): [number, number][] => {
    if (!forReaders.has(property.key?.name ?? '')) return wordsIn(property)
    return [[property.start, properties[index + 1]?.start ?? property.end]]
  })
}
