import type { Runtime } from '../browser.ts'
import { Problem, plain, toFailure } from '../problem.ts'
import type { Reply } from './ask.ts'
import { isOwnPage } from './own-page.ts'
import { type RequestName, requests } from './requests.ts'
import { service } from './service.ts'

/** The door between the wallet's pages and its worker. Undefined where a message is not for it, or from elsewhere. */
export function answer(message: unknown, sender: Runtime.MessageSender): Promise<Reply> | undefined {
  if (!isOwnPage(sender) || !isRequest(message)) return undefined
  return carryOut(message.name, message.input)
}

function isRequest(message: unknown): message is { name: unknown; input: unknown } {
  return (
    typeof message === 'object' && message !== null && 'to' in message && message.to === 'worker' && 'name' in message
  )
}

async function carryOut(name: unknown, input: unknown): Promise<Reply> {
  try {
    if (typeof name !== 'string' || !Object.hasOwn(requests, name)) throw new Problem('not_allowed')
    const known = name as RequestName
    const parsed = requests[known].safeParse(input)
    if (!parsed.success) throw new Problem('not_allowed')
    const run = service[known] as (input: unknown) => Promise<unknown>
    return { ok: true, value: (await run(parsed.data)) ?? null }
  } catch (error) {
    return { ok: false, failure: plain(toFailure(error)) }
  }
}
