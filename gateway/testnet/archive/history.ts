import { archiveAnswers, numberByHash } from './answers.ts'
import { archivedLogs, type LogFilter, rangeOf } from './logs.ts'
import type { Archive } from './store.ts'

/** A JSON-RPC request that only reads. */
export type Question = { id: number | string | null; method: string; params: unknown }

export type History = {
  /** The answer, as JSON-RPC text: the node's own, or what it would say if it still had the block. */
  answer(question: Question): Promise<string>
  /** Answers questions that came in one list, as one list, in any order. */
  answerAll(questions: readonly Question[]): Promise<string>
}

export type HistoryOptions = {
  /** Asks the node. */
  ask(body: string): Promise<Buffer>
  archive: Archive
  /** Number of the newest block that the published snapshot, and so a node, may lack. */
  archived(): number
}

/**
 * Node and archive as one chain. The node is asked first: it checks the parameters, and has most of what is asked for.
 * What it lacks was published in the archive before it was made without, so a null of the node that is no longer one can
 * be told afterwards, whichever node answered.
 */
export function createHistory({ ask, archive, archived }: HistoryOptions): History {
  const published: Archive = { ...archive, at: (number) => (number <= archived() ? archive.at(number) : undefined) }

  async function answer(question: Question): Promise<string> {
    const params = Array.isArray(question.params) ? (question.params as unknown[]) : []
    if (question.method === 'eth_getLogs') return logs(question, params)
    const said = (await ask(body(question))).toString()
    if (said.endsWith(NULL)) {
      const found = archiveAnswers[question.method]?.(published, params)
      return found === undefined ? said : result(question, JSON.stringify(found))
    }
    return says(said, NO_BLOCK_FOR_STATE) ? ofOldState(question, params, said) : said
  }

  /** The node has most of what is asked for: only where it lacks something is each asked for itself. */
  async function answerAll(questions: readonly Question[]): Promise<string> {
    if (questions.every(({ method }) => method !== 'eth_getLogs')) {
      const said = (await ask(`[${questions.map(body).join()}]`)).toString()
      if (!said.includes(NULL) && !said.includes(NO_BLOCK_FOR_STATE)) return said
    }
    return `[${(await Promise.all(questions.map(answer))).join()}]`
  }

  /** The state of an archived block is gone, as it was before the block was: the node says so where it has its number. */
  async function ofOldState(question: Question, params: unknown[], said: string): Promise<string> {
    const numbered = params.map((param) => {
      const number = numberByHash(published, isRecord(param) ? param.blockHash : param)
      return number === undefined || number > archived() ? param : hex(number)
    })
    if (numbered.every((param, index) => param === params[index])) return said
    return (await ask(body({ ...question, params: numbered }))).toString()
  }

  async function logs(question: Question, params: unknown[]): Promise<string> {
    const [filter] = params
    if (params.length !== 1 || !isRecord(filter)) return (await ask(body(question))).toString()
    if (filter.blockHash !== undefined && filter.blockHash !== null) return logsOfBlock(question, filter)
    const { from, to } = rangeOf(filter)
    for (;;) {
      const newest = archived()
      if (from === undefined || from > newest) return (await ask(body(question))).toString()
      // Parameters that are wrong are refused by the node, which is asked for its part in any case.
      const rest = { ...filter, fromBlock: hex(newest + 1) }
      const said = (await ask(body({ ...question, params: [rest] }))).toString()
      const list = listIn(said)
      if (list === undefined) return said
      const old = await archivedLogs(published, filter, from, Math.min(to ?? newest, newest))
      // Otherwise a node has taken over that is rid of more.
      if (archived() === newest) return result(question, `[${[...old, ...(list ? [list] : [])].join(',')}]`)
    }
  }

  async function logsOfBlock(question: Question, filter: LogFilter): Promise<string> {
    const said = (await ask(body(question))).toString()
    const number = says(said, NO_BLOCK_FOR_LOGS) ? numberByHash(published, filter.blockHash) : undefined
    if (number === undefined || number > archived()) return said
    const { blockHash: _, ...others } = filter
    return logs(question, [{ ...others, fromBlock: hex(number), toBlock: hex(number) }])
  }

  return { answer, answerAll }
}

const NULL = '"result":null}'
/** How the node refuses a block hash that it does not know, where state is asked for and where logs are. */
const NO_BLOCK_FOR_STATE = '"error":{"code":-32001,'
const NO_BLOCK_FOR_LOGS = '"error":{"code":-32000,"message":"unknown block"}'
const LIST = '"result":['

const body = ({ id, method, params }: Question) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const result = ({ id }: Question, json: string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`
const hex = (number: number) => `0x${number.toString(16)}`
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Only the beginning is looked at: what the client chose stands before, what a contract chose behind. */
const says = (said: string, error: string) => said.slice(0, 1_000).includes(error)

/** What is between the brackets of a list that was answered; undefined for an error. */
function listIn(said: string): string | undefined {
  const at = said.indexOf(LIST)
  return at === -1 || !said.endsWith(']}') ? undefined : said.slice(at + LIST.length, -2)
}
