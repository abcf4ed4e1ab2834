import * as z from 'zod/mini'
import { Amount, parseAmount } from '#shared/model/money.ts'
import { RequestVerification } from '#shared/model/nota.ts'
import { callRead } from '../../background/gateway-calls.ts'
import { gatewayOrigin } from '../../gateway/origin.ts'
import { profile } from '../../gateway/profiles.ts'
import { transport } from '../../gateway/transport.ts'
import { Problem } from '../../problem.ts'
import { pageIn } from './request-text.ts'
import type { RequestRead } from './rules.ts'

const READ_MS = 20_000
/** In characters: more than any nota has. */
const NOTA_LENGTH = 32 * 1024

/**
 * A request as the gateway reads it. The address of a page is good for a request of this very gateway alone, which signed
 * it and says the same page; of any other the file is needed, whose signature tells who made it.
 */
export async function readRequest(profileId: string, text: string): Promise<RequestRead> {
  const page = pageIn(text)
  const nota = (page === undefined ? text : await notaBehind(profileId, page)).trim()
  const { data: verdict } = RequestVerification.safeParse(JSON.parse(await callRead(profileId, 'verifyNota', { nota })))
  if (verdict === undefined) throw new Problem('not_a_request')
  if (page !== undefined && !isBehind(page, verdict)) throw new Problem('request_changed')
  return { nota, verdict, ...(await standingOf(profileId, verdict)) }
}

const Status = z.object({ state: z.string(), open: z.nullable(Amount) })

/**
 * How a request of this gateway stands by now, and what of its amount is still open. Of others it is not known, nor where the
 * page does not say: then what it asks for counts, and the gateway refuses what is not so.
 */
async function standingOf(profileId: string, { subject, issuer }: RequestVerification): Promise<Standing> {
  const asked: Standing = { state: 'open', open: subject.amount }
  const page = pageIn(subject.url)
  if (issuer.trust !== 'this_gateway' || page === undefined) return asked
  const answer = await askPage(profileId, `${page.pathname}/status`).catch(() => undefined)
  const { data } = Status.safeParse(answer?.ok ? await answer.json().catch(() => undefined) : undefined)
  if (data === undefined) return asked
  if (data.state !== 'open' && data.state !== 'part') return { state: 'over', open: subject.amount }
  // Less than was asked for, never more, and never an amount where the payer chooses.
  const open = subject.amount === null || isMore(data.open, subject.amount) ? subject.amount : data.open
  return { state: data.state, open }
}

type Standing = Pick<RequestRead, 'state' | 'open'>

const isMore = (one: string | null, other: string) =>
  one === null || (parseAmount(one) ?? 0n) > (parseAmount(other) ?? 0n)

/** Under which name a gateway is reached, its page cannot know: the token in the path names the request. */
function isBehind({ pathname }: URL, { subject, issuer }: RequestVerification): boolean {
  return issuer.trust === 'this_gateway' && pageIn(subject.url)?.pathname === pathname
}

async function notaBehind(profileId: string, page: URL): Promise<string> {
  const { origin } = await profile(profileId)
  // This machine has several names, and the wallet knows a gateway on it by one.
  const named = gatewayOrigin(page.origin)
  if (!('origin' in named) || named.origin !== origin) throw new Problem('other_gateway')
  const answer = await askPage(profileId, `${page.pathname}/request.nota`)
  // A request that has ended has no file any more.
  if (!answer.ok) throw new Problem(answer.status === 409 ? 'request_paid' : 'not_a_request')
  return answer.text()
}

/** What the gateway tells anybody who has the link: no key goes with it. */
async function askPage(profileId: string, path: string): Promise<Response> {
  const { origin } = await profile(profileId)
  const ask = transport({ origin, credentials: 'omit', timeoutMs: READ_MS, lengthMax: NOTA_LENGTH })
  return ask(origin + path, { headers: { accept: '*/*' } })
}
