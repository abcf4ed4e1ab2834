import { BODY_BYTES_MAX } from '#shared/limits.ts'
import { invalid, Refusal } from '#shared/refusals.ts'
import { duplicateName } from '../notas/format/strict-json.ts'

/**
 * A body, if there is one, must say that it is JSON. Browsers send that across origins only after asking, and are told no.
 * The server hands over a stream for every write, so where no body is asked for the headers say whether one came.
 */
export function checkMediaType(request: Request, expectsBody: boolean): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return
  if (!expectsBody && !announcesBody(request.headers)) return
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal('unsupported_media_type')
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

/** The body as a JSON value. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
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

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_BYTES_MAX) throw new Refusal('payload_too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > BODY_BYTES_MAX) throw new Refusal('payload_too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    // The client went away: this answer has no reader, and the gateway no fault.
    throw error instanceof Refusal ? error : invalid('', 'the body arrived incomplete')
  }
  return Buffer.concat(chunks)
}
