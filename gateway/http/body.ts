import { type Endpoint, requiresBody } from '#shared/api/kit/endpoint.ts'
import { NotUtf8, textIn } from '#shared/files/text-file.ts'
import { BODY_BYTES_MAX } from '#shared/limits.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import { duplicateName } from '../notas/format/strict-json.ts'

/**
 * A body, if there is one, must say that it is JSON. Browsers send that across origins only after asking, and are told no.
 * The server hands over a stream for every write, so where no body is required the headers say whether one came.
 */
export function checkMediaType(request: Request, taken: Taken): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return
  if (!requiresBody(taken) && !announcesBody(request.headers)) return
  const type = mediaTypeOf(request)
  // A form that another site sends with the cookie of a session is refused by its origin.
  if (type === FORM && taken.files) return
  if (type !== 'application/json') throw new Refusal('unsupported_media_type')
}

type Taken = Pick<Endpoint, 'body' | 'bodyBytesMax' | 'files'>

const FORM = 'multipart/form-data'
const mediaTypeOf = (request: Request) => request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** The body as a JSON value, also where it came as a form with a file; one that was left out has no fields. */
export async function readBody(request: Request, taken: Taken): Promise<unknown> {
  const bytes = await readBytes(request, taken.bodyBytesMax ?? BODY_BYTES_MAX)
  if (bytes.length === 0 && !requiresBody(taken)) return {}
  return mediaTypeOf(request) === FORM ? formIn(bytes, request.headers.get('content-type') ?? '') : jsonIn(bytes)
}

/** Where a call takes no body, one that came was meant for something. Undefined, as its body. */
export function requireNoBody(request: Request): undefined {
  if (announcesBody(request.headers)) throw invalid('', 'this endpoint takes no body')
  return undefined
}

/** RFC 9112, section 6: the presence of a body is signalled by Content-Length or Transfer-Encoding. */
function announcesBody(headers: Headers): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) !== 0
}

function jsonIn(bytes: Uint8Array): unknown {
  let text: string
  let value: unknown
  try {
    // A byte order mark is not JSON (RFC 8259, section 8.1), and others read what follows it in other ways.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw invalid('', bytes.length === 0 ? 'a JSON body is required' : 'the body is not JSON')
  }
  const twice = duplicateName(text)
  if (twice !== undefined) throw invalid(twice, 'is given twice')
  if (isTooDeep(value, NESTING_MAX)) throw invalid('', `is nested more than ${NESTING_MAX} levels deep`)
  return value
}

/** Nothing that this API takes is nested so deep; what prints or checks JSON recursively would run out of stack. */
const NESTING_MAX = 200

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

/** Most clients hear no answer before they have written all: a body up to so many times too large is read to its end. */
const READ_TIMES = 2

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > READ_TIMES * most) throw tooLarge(most)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > READ_TIMES * most) throw tooLarge(most)
      if (size <= most) chunks.push(chunk)
    }
    if (size > most) throw tooLarge(most)
  } catch (error) {
    // The client went away: this answer has no reader, and the gateway no fault.
    throw error instanceof Refusal ? error : invalid('', 'the body arrived incomplete')
  }
  return Buffer.concat(chunks)
}

function tooLarge(most: number): Refusal {
  if (most === BODY_BYTES_MAX) return new Refusal('payload_too_large')
  return new Refusal('payload_too_large', { message: `The body is larger than ${most / 1024 / 1024} MiB.` })
}

/** Fields of a form that are JSON themselves. */
const OBJECTS = ['columns', 'rows']

/** Texts as fields; the `file` as the field that its content belongs to: XML begins with an angle bracket. */
async function formIn(bytes: Uint8Array, type: string): Promise<unknown> {
  const form = await new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw invalid('', 'the body is not multipart/form-data')
    })
  const body: Record<string, unknown> = {}
  for (const [name, value] of form.entries()) {
    if (name in body) throw invalid(name, 'is given twice')
    if (typeof value === 'string') body[name] = OBJECTS.includes(name) ? objectIn(name, value) : value
    else if (name !== 'file') throw invalid(name, 'is a file: it belongs into the field "file"')
    else Object.assign(body, fileIn(new Uint8Array(await value.arrayBuffer())))
  }
  return body
}

function objectIn(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(name, 'is not JSON')
  }
}

function asUtf8(bytes: Uint8Array): string {
  try {
    return textIn(bytes)
  } catch (error) {
    throw error instanceof NotUtf8 ? invalid('file', error.message) : error
  }
}

function fileIn(bytes: Uint8Array): Record<string, string> {
  const text = asUtf8(bytes)
  return /^\uFEFF?\s*</.test(text) ? { pain001: text } : { csv: text }
}
