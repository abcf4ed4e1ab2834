import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const api = fileURLToPath(new URL('../../shared/api/', import.meta.url))

/** What an endpoint says to readers of its document and to the gateway, and no client asks. */
const forOthers = new Set([
  ...['summary', 'tag', 'refusals'],
  ...['access', 'query', 'event', 'idempotent', 'recent', 'whole', 'beforePasswordChange'],
])
/** The gateway's schema of it; a client only asks whether there is one. */
const BODY = 'body'

type Node = {
  type: string
  start: number
  end: number
  key?: Node & { name?: string }
  value?: Node
  properties?: Node[]
}
type Cut = [start: number, end: number, instead: string]

/** Leaves out of the wallet what stands beside endpoints for others. */
export const withoutWords: Plugin = {
  name: 'sotto-without-words',
  transform(code, id) {
    return id.startsWith(api) ? { code: shortened(code, this.parse(code)), map: null } : null
  },
}

export function shortened(code: string, program: unknown): string {
  return cutsIn(program).reduceRight(
    (text, [start, end, instead]) => text.slice(0, start) + instead + text.slice(end),
    code,
  )
}

/** Each up to the next property, in order. What a call is given is a schema, whose fields may have any name. */
function cutsIn(node: unknown): Cut[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, properties } = node as Node
  if (type === 'CallExpression') return []
  if (type !== 'ObjectExpression' || properties === undefined) return Object.values(node).flatMap(cutsIn)
  return properties.flatMap((property, index): Cut[] => {
    const { key, value } = property
    if (forOthers.has(key?.name ?? '')) return [[property.start, properties[index + 1]?.start ?? property.end, '']]
    if (key?.name === BODY && value !== undefined) return [[value.start, value.end, 'true']]
    return cutsIn(property)
  })
}
