import { BODY_BYTES_MAX } from '#shared/limits.ts'
import { invalid, Refusal } from '#shared/refusals.ts'

/** A body, if there is one, must say that it is JSON. Browsers send that across origins only after asking, and are told no. */
export function checkMediaType(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal('unsupported_media_type')
}

/** The body as a JSON value. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalid('', bytes.length === 0 ? 'a JSON body is required' : 'the body is not JSON')
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_BYTES_MAX) throw new Refusal('payload_too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new Refusal('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
