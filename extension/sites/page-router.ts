import * as z from 'zod/mini'
import { browser, type Runtime } from '../browser.ts'
import { type BridgeReply, codes } from '../provider/protocol.ts'
import { answerPage } from './answer.ts'
import { withdrawn } from './approvals/asking.ts'
import { permissionsOf } from './grants.ts'
import { connect } from './manage.ts'
import { type Page, pageOf } from './page.ts'
import { isEnabled } from './sites.ts'

const Text = z.string().check(z.maxLength(200))

/** All that a content script may say. Whatever else comes from one gets no answer. */
const Message = z.union([
  z.strictObject({ to: z.literal('provider'), hello: z.literal(true) }),
  z.strictObject({ to: z.literal('provider'), gone: Text }),
  z.strictObject({ to: z.literal('provider'), method: Text, params: z.unknown(), key: Text }),
])

/** The door between web pages and the worker. Undefined where a message is not for it. */
export function answerBridge(message: unknown, sender: Runtime.MessageSender): Promise<BridgeReply | null> | undefined {
  const { data } = Message.safeParse(message)
  if (data === undefined) return undefined
  if ('gone' in data) return leave(data.gone, sender)
  const page = pageOf(sender)
  return page && carryOut(data, page)
}

/** Where a page of another site takes its place, it is no active page any more, nor in the top frame: its bridge's name tells. */
async function leave(name: string, { tab }: Runtime.MessageSender): Promise<null> {
  await withdrawn(({ tabId, key }) => tabId === tab?.id && key.startsWith(`${name} `))
  return null
}

async function carryOut(
  asked: Exclude<z.infer<typeof Message>, { gone: string }>,
  page: Page,
): Promise<BridgeReply | null> {
  if (!(await isEnabled(page.origin))) return null
  try {
    if ('hello' in asked) return await greet(page)
    return await answerPage(page, asked.method, asked.params, asked.key)
  } catch {
    return { is: 'failure', failure: { code: codes.internal, message: 'No answer.' } }
  }
}

/** Puts the provider into the page's own world: into this document and, where the browser can tell, into no later one. */
async function greet({ origin, tabId, documentId }: Page): Promise<BridgeReply> {
  await browser.scripting.executeScript({
    target: { tabId, ...(documentId === undefined ? { frameIds: [0] } : { documentIds: [documentId] }) },
    files: ['inpage.js'],
    world: 'MAIN',
    injectImmediately: true,
  })
  return { is: 'enabled', connect, permissions: await permissionsOf(origin) }
}
