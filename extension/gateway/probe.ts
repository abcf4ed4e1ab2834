import * as z from 'zod/mini'
import { BASE_PATH, SERVICE, VERSION } from '#shared/api/kit/base.ts'
import { diagnose } from './diagnose.ts'

/** What stands at an address. Each but the first has its own sentence in the catalogue. */
export type Probe =
  | { is: 'gateway'; environment: string }
  | { is: 'refused' | 'name_not_found' | 'tls' | 'no_answer' | 'timeout' }
  | { is: 'not_sotto' | 'redirected' }
  | { is: 'other_version'; version: string }
  | { is: 'misdirected' }
  | { is: 'unavailable'; status: number }

const Status = z.object({ ok: z.literal(true), service: z.string(), version: z.string(), environment: z.string() })
const Refused = z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) })

const TIMEOUT_MS = 8_000
const BYTES_MAX = 64 * 1024

/** Asks `GET /sandbox`, which needs no credential; nothing of the person's is sent. */
export async function probe(origin: string): Promise<Probe> {
  let answer: Response
  try {
    answer = await fetch(`${origin}${BASE_PATH}/sandbox`, {
      credentials: 'omit',
      // Not 'error', so that a redirect is told from a server that is away. It is not followed either way.
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    return { is: isTimeout(error) ? 'timeout' : await diagnose(origin) }
  }
  if (answer.type === 'opaqueredirect') return { is: 'redirected' }
  const answered = await body(answer)
  return answered === 'timeout' ? { is: 'timeout' } : read(answer.status, answered.json)
}

function read(status: number, json: unknown): Probe {
  const { data } = Status.safeParse(json)
  if (data !== undefined && data.service === SERVICE) {
    return data.version === VERSION
      ? { is: 'gateway', environment: data.environment.slice(0, 40) }
      : { is: 'other_version', version: data.version.slice(0, 20) }
  }
  if (status === 421 && Refused.safeParse(json).data?.error.code === 'misdirected_request') return { is: 'misdirected' }
  if (status === 502 || status === 503 || status === 504) return { is: 'unavailable', status }
  return { is: 'not_sotto' }
}

/** The body as JSON; `json` is undefined where it is none, or too long for a probe's. */
async function body(answer: Response): Promise<{ json: unknown } | 'timeout'> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true }
      if (done) return { json: JSON.parse(text) }
      text += value
      if (text.length > BYTES_MAX) {
        await reader?.cancel()
        return { json: undefined }
      }
    }
  } catch (error) {
    return isTimeout(error) ? 'timeout' : { json: undefined }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
