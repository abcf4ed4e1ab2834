import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = (name: string) => fileURLToPath(new URL(`../../shared/${name}/`, import.meta.url))
const api = folder('api')
const model = folder('model')

/** What an endpoint says to readers of its document and to the gateway, and no client asks. */
const forOthers = new Set([
  ...['summary', 'tag', 'refusals'],
  ...['access', 'event', 'idempotent', 'recent', 'whole', 'beforePasswordChange'],
])
/** Schemas of the gateway; a client only asks whether there is one. */
const given = new Set(['query', 'body'])

type Node = {
  type: string
  start: number
  end: number
  key?: Node & { name?: string }
  value?: Node
  properties?: Node[]
}
type Cut = [start: number, end: number, instead: string]

/** Leaves out of the wallet what stands beside endpoints for others, and schemas that nothing of it asks for. */
export const withoutWords: Plugin = {
  name: 'sotto-without-words',
  transform(code, id) {
    if (!id.startsWith(api) && !id.startsWith(model)) return null
    const without = id.startsWith(api) ? shortened(code, this.parse(code)) : code
    return { code: droppable(without, this.parse(without)), map: null }
  },
}

/** Says of each call at the top that all it does is to give a value: the bundler sees that of no method. */
export function droppable(code: string, program: unknown): string {
  const starts = [...new Set(callsIn(program))].sort((one, other) => other - one)
  return starts.reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code)
}

function callsIn(node: unknown): number[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, start } = node as Node
  if (type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration') return []
  const within = Object.values(node).flatMap(callsIn)
  return type === 'CallExpression' ? [start, ...within] : within
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
    if (given.has(key?.name ?? '') && value !== undefined) return [[value.start, value.end, 'true']]
    return cutsIn(property)
  })
}
