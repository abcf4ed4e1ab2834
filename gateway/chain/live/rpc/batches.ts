import { setImmediate } from 'node:timers'
import { HttpRequestError } from 'viem'
import { type Answer, isAnswer, isError, matched, type Numbered } from './answers.ts'
import type { Post, Reply } from './post.ts'

/** So many questions go together at most, and so many characters: nodes work through a batch one question after the other. */
const MOST_QUESTIONS = 30
const MOST_CHARACTERS = 200_000
/** A node with which a batch has failed is asked singly for so long. */
const SINGLY_FOR_MS = 5 * 60_000
/** A sending may wait for a block, and logs take long to look up: no other request waits for their answer. */
const ALONE: ReadonlySet<string> = new Set(['eth_sendRawTransaction', 'eth_getLogs', 'eth_getBlockReceipts'])
/** A server that has no time now: for nothing, or for no batch, since some count each question of it. */
const BUSY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])
/** A busy server is asked singly until its questions were asked again, and no longer: these are up to 30 times the requests. */
const SINGLY_WHEN_BUSY_MS = 5_000
/** A server that wants more patience is asked again after so long: all payments wait for the answers that they share. */
const RETRY_AFTER_MAX_S = 2

export type Question = { method: string; params?: unknown }

type Waiting = Numbered & { resolve(answer: Answer): void; reject(error: unknown): void }

/**
 * Asks a node. What is asked in the same turn of the event loop goes as one JSON-RPC batch. Where a node does not answer
 * one as it should, the same questions are asked singly at once, and all others for a while.
 */
export function createAsker(url: string, post: Post, now: () => number = () => performance.now()) {
  let count = 0
  let waiting: Waiting[] = []
  let singlyUntil = Number.NEGATIVE_INFINITY

  const refuse = (forMs = SINGLY_FOR_MS) => {
    singlyUntil = Math.max(singlyUntil, now() + forMs)
  }

  async function askSingly({ json }: Numbered): Promise<Answer> {
    const reply = await post(json)
    const { status, body } = reply
    if (isOk(status) ? isAnswer(body) : isError((body as Answer | undefined)?.error)) return body as Answer
    throw failureOf(url, reply)
  }

  async function askTogether(questions: Waiting[]): Promise<void> {
    const fail = (error: unknown, forMs?: number) => {
      refuse(forMs)
      for (const { reject } of questions) reject(error)
    }
    try {
      const reply = await post(`[${questions.map(({ json }) => json).join()}]`)
      if (BUSY.has(reply.status)) return fail(failureOf(url, reply), SINGLY_WHEN_BUSY_MS)
      const answers = isOk(reply.status) ? matched(questions, reply.body) : undefined
      for (const [index, { resolve }] of questions.entries()) {
        const answer = answers?.[index]
        if (answer !== undefined) resolve(answer)
      }
      if (answers !== undefined) return
      refuse()
      for (const question of questions) askSingly(question).then(question.resolve, question.reject)
    } catch (error) {
      // The caller tries again, and then singly: some servers are silent where they take no batch.
      fail(error)
    }
  }

  function flush(): void {
    const asked = waiting
    waiting = []
    for (const some of parts(asked)) {
      const [only] = some
      if (only !== undefined && some.length === 1) askSingly(only).then(only.resolve, only.reject)
      else void askTogether(some)
    }
  }

  return ({ method, params = [] }: Question): Promise<Answer> => {
    count += 1
    const question = { id: count, json: JSON.stringify({ jsonrpc: '2.0', id: count, method, params }) }
    if (ALONE.has(method) || now() < singlyUntil) return askSingly(question)
    return new Promise((resolve, reject) => {
      waiting.push({ ...question, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
  }
}

/** In the order of asking, none of them too long. */
function parts(questions: readonly Waiting[]): Waiting[][] {
  const all: Waiting[][] = []
  let room = 0
  for (const question of questions) {
    const last = all.at(-1)
    room -= question.json.length
    if (last !== undefined && room >= 0 && last.length < MOST_QUESTIONS) last.push(question)
    else {
      all.push([question])
      room = MOST_CHARACTERS - question.json.length
    }
  }
  return all
}

const isOk = (status: number) => status >= 200 && status < 300

/** With a status only where that says what failed: what has none is asked again. */
function failureOf(url: string, { status, retryAfter, body }: Reply): HttpRequestError {
  if (isOk(status)) return new HttpRequestError({ url, details: 'no JSON-RPC answer' })
  const said = (body as { error?: unknown } | undefined)?.error
  const seconds = Number.parseInt(retryAfter ?? '', 10)
  const headers = new Headers(seconds >= 0 ? { 'retry-after': String(Math.min(seconds, RETRY_AFTER_MAX_S)) } : {})
  return new HttpRequestError({ url, status, headers, details: typeof said === 'string' ? said : `status ${status}` })
}
