import { hash, randomUUID } from 'node:crypto'
import { stackOf } from '../http/serve.ts'
import { RelayerRefusal } from './refusal.ts'

export type Outcome = { is: 'done'; result: unknown } | { is: 'refused'; refusal: RelayerRefusal }

export type Jobs = {
  /** Starts a job and gives its ID; the ID of the same question that is still being answered, if there is one. */
  start(operation: string, body: string, work: () => Promise<unknown>): string
  /** Waits a while for the outcome. Undefined while there is none; throws `not_found` for an ID that is not known. */
  outcome(id: string, waitMs: number): Promise<Outcome | undefined>
}

const KEEP_MS = 10 * 60_000

export function createJobs(log: (line: string) => void): Jobs {
  const jobs = new Map<string, Promise<Outcome>>()
  const running = new Map<string, string>()

  function start(operation: string, body: string, work: () => Promise<unknown>): string {
    const question = hash('sha256', `${operation}\n${body}`)
    const same = running.get(question)
    if (same) return same
    const id = randomUUID()
    running.set(question, id)
    const job = settle(work, log).finally(() => {
      running.delete(question)
      setTimeout(() => jobs.delete(id), KEEP_MS).unref()
    })
    jobs.set(id, job)
    return id
  }

  async function outcome(id: string, waitMs: number): Promise<Outcome | undefined> {
    const job = jobs.get(id)
    if (!job) throw new RelayerRefusal('not_found', 'no such job')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), waitMs)
    })
    return Promise.race([job, late]).finally(() => clearTimeout(timer))
  }

  return { start, outcome }
}

/** Never rejects: what is not a refusal of ours is an internal error, told to the log only. */
export async function settle(work: () => Promise<unknown>, log: (line: string) => void): Promise<Outcome> {
  try {
    return { is: 'done', result: await work() }
  } catch (error) {
    if (error instanceof RelayerRefusal) return { is: 'refused', refusal: error }
    log(`relayer: ${stackOf(error)}`)
    return { is: 'refused', refusal: new RelayerRefusal('internal_server_error', 'internal error') }
  }
}
