import { batchEndpoints, type NewBatch } from '#shared/api/batches.ts'
import { textIn } from '#shared/files/text-file.ts'
import { checked } from '../checked.ts'

export const formats = ['csv', 'json', 'pain001'] as const
export type Format = (typeof formats)[number]

/** What the request says beside the file. */
export type Beside = Pick<NewBatch, 'name' | 'walletId' | 'token' | 'columns'>

/**
 * The request that a file is: a table, a pain.001 document, or JSON (rows, or the body as the API takes it). Throws, in the words
 * of the API, where it is none.
 */
export function batchIn(bytes: Uint8Array, format: Format | undefined, beside: Beside): NewBatch {
  const text = textIn(bytes)
  const body = { ...bodyIn(text, format ?? formatOf(text)), ...beside }
  return checked(batchEndpoints.createBatch.body, body)
}

/** By how it begins: no header of a table begins so. */
export function formatOf(text: string): Format {
  const [first = ''] = text.trimStart()
  if (first === '<') return 'pain001'
  return first === '{' || first === '[' ? 'json' : 'csv'
}

function bodyIn(text: string, format: Format): object {
  if (format !== 'json') return { [format]: text }
  const value = jsonIn(text)
  if (Array.isArray(value)) return { rows: value }
  if (typeof value === 'object' && value !== null) return value
  throw new Error('The file is JSON, and has no rows: write a list of them, or { "rows": [ … ] }.')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The file cannot be read as JSON: ${(error as Error).message}`)
  }
}
