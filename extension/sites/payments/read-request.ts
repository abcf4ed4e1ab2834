import type { NotaVerification } from '#shared/model/nota.ts'
import { callRead } from '../../background/gateway-calls.ts'
import { gatewayOrigin } from '../../gateway/origin.ts'
import { profile } from '../../gateway/profiles.ts'
import { transport } from '../../gateway/transport.ts'
import { Problem } from '../../problem.ts'
import { pageIn } from './request-text.ts'
import type { RequestRead, RequestVerdict } from './rules.ts'

const READ_MS = 20_000
/** In characters: more than any nota has. */
const NOTA_LENGTH = 32 * 1024

/**
 * A request as the gateway reads it. The address of a page is good for a request of this very gateway alone, which signed
 * it and says the same page; of any other the file is needed, whose signature tells who made it.
 */
export async function readRequest(profileId: string, text: string): Promise<RequestRead> {
  const page = pageIn(text)
  const nota = page === undefined ? text.trim() : await notaBehind(profileId, page)
  const verdict = (await callRead(profileId, 'verifyNota', { nota })) as NotaVerification
  if (verdict.type !== 'request') throw new Problem('not_a_request')
  if (page !== undefined && !isBehind(page, verdict)) throw new Problem('request_changed')
  return { nota, verdict }
}

/** Under which name a gateway is reached, its page cannot know: the token in the path names the request. */
function isBehind({ pathname }: URL, { subject, issuer }: RequestVerdict): boolean {
  return issuer.trust === 'this_gateway' && pageIn(subject.url)?.pathname === pathname
}

async function notaBehind(profileId: string, page: URL): Promise<string> {
  const { origin } = await profile(profileId)
  // This machine has several names, and the wallet knows a gateway on it by one.
  const named = gatewayOrigin(page.origin)
  if (!('origin' in named) || named.origin !== origin) throw new Problem('other_gateway')
  const ask = transport({ origin, credentials: 'omit', timeoutMs: READ_MS, lengthMax: NOTA_LENGTH })
  const answer = await ask(`${origin}${page.pathname}/nota`, { headers: { accept: 'text/plain' } })
  if (!answer.ok) throw new Problem('not_a_request')
  return (await answer.text()).trim()
}
