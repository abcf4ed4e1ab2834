import { createInterface } from 'node:readline/promises'
import type { Client } from '#shared/client.ts'
import { failureOf } from '#shared/client-failure.ts'
import { type Batch, PaidElsewhere } from '#shared/model/batch.ts'
import { counted } from '../../counted.ts'
import { type Answer, type Asking, askOnce } from '../ask-once.ts'
import { newestDuplicateIn, rowsIn } from './describe-batch.ts'

/** Whether a person agrees. `no_terminal`: the command has no terminal to ask at. */
export type Consent = 'yes' | 'no' | 'no_terminal'

/**
 * `isOwn`: this call has made the draft, and cancels it where it is refused. `payDuplicates`: also rows that repeat payments of the
 * last 20 hours, or, of what is paused, were paid elsewhere since it was checked. A person who is asked sees them.
 */
export type Choices = {
  isOwn: boolean
  skipFlaws: boolean
  payDuplicates: boolean
  consent(question: string): Promise<Consent>
}

/** A command that runs twice by mistake does so within this time; one that runs each day seldom does. */
const TWICE_WITHIN_HOURS = 20
/** So many rows a sentence names. */
const LISTED = 10

/** What stands between a batch and its payment, or the answer to its start. */
export type Begun = Answer<{ batch: Batch }> | { is: 'held'; why: string } | { is: 'declined'; why: string }

type Api = Pick<Client, 'getBatch' | 'startBatch' | 'resumeBatch' | 'cancelBatch'>

/** Starts a draft, or goes on with what is paused, once a person agrees; what runs or has ended stands. */
export async function begin(api: Api, batch: Batch, choices: Choices, asking: Asking): Promise<Begun> {
  const { id, status } = batch
  if (status !== 'DRAFT' && status !== 'PAUSED') return { is: 'answered', data: { batch } }
  const flawed = status === 'DRAFT' ? rowsIn(batch, 'INVALID') : 0
  // One that is left would make duplicates of the rows of the next.
  const dropDraft = async (now: Batch) => {
    if (choices.isOwn && now.status === 'DRAFT') await api.cancelBatch({ id }).catch(() => {})
  }
  if (flawed > 0 && !choices.skipFlaws) {
    await dropDraft(batch)
    const why = `${counted(flawed, 'row')} ${flawed === 1 ? 'has a flaw' : 'have flaws'}: correct the file, or pay the others alone: repeat the command with --skip-flaws. Nothing was paid.`
    return { is: 'declined', why }
  }
  const newest = status === 'DRAFT' ? newestDuplicateIn(batch.report) : null
  const isTwice = newest !== null && Date.parse(batch.report.at) - Date.parse(newest) < TWICE_WITHIN_HOURS * 3_600_000
  if (isTwice && !choices.payDuplicates) {
    await dropDraft(batch)
    const why = `It has rows that repeat payments of the last ${TWICE_WITHIN_HOURS} hours, or payments that are still to be made (the newest: ${newest}). If that is meant, repeat the command with --pay-duplicates. Nothing was paid.`
    return { is: 'declined', why }
  }
  const consent = await choices.consent(
    `${status === 'DRAFT' ? 'Pay' : 'Go on with'} ${counted(rowsIn(batch, 'WAITING'), 'row')}?`,
  )
  if (consent === 'no_terminal') {
    const words = ['--yes', ...(flawed > 0 ? ['--skip-flaws'] : []), ...(isTwice ? ['--pay-duplicates'] : [])]
    return { is: 'held', why: `Nothing was paid by this call. To pay: sotto pay --batch ${id} ${words.join(' ')}` }
  }
  if (consent === 'no') {
    // Somebody else may have started it while the question stood. A key that may not read leaves it.
    const now = await api.getBatch({ id }).catch(() => undefined)
    if (now !== undefined) await dropDraft(now.batch)
    return { is: 'declined', why: 'Nothing was paid by this call.' }
  }
  const { skipFlaws } = choices
  const answer =
    status === 'DRAFT'
      ? await askOnce<{ batch: Batch }>((signal) => api.startBatch({ id, skipFlaws }, { signal }), asking)
      : await resumed(api, id, choices, asking)
  if (answer.is !== 'refused' || failureOf(answer.error).code !== 'batch_conflict') return answer
  // A start whose answer was lost, or another one's: the batch may have paused or ended since.
  const now = await api.getBatch({ id }).catch(() => undefined)
  if (now === undefined) return { is: 'unknown', error: answer.error }
  if (now.batch.status !== status) return { is: 'answered', data: now }
  await dropDraft(now.batch)
  return answer
}

/** Goes on with a batch. Rows that were paid elsewhere since it was checked are in no report: a person is told of them first. */
async function resumed(api: Api, id: string, { payDuplicates, consent }: Choices, asking: Asking): Promise<Begun> {
  const resume = (meant: object) =>
    askOnce<{ batch: Batch }>((signal) => api.resumeBatch({ id, ...meant }, { signal }), asking)
  const answer = await resume({})
  const elsewhere = answer.is === 'refused' && PaidElsewhere.safeParse(failureOf(answer.error).details).data
  if (!elsewhere) return answer
  const { duplicates, firstDuplicates } = elsewhere
  const listed = firstDuplicates.slice(0, LISTED).map(({ row }) => row)
  const rows = `${listed.join(', ')}${listed.length < duplicates ? ', …' : ''}`
  const told = `${counted(duplicates, 'row')} ${duplicates === 1 ? 'was' : 'were'} paid elsewhere since it was checked (${rows})`
  if (!payDuplicates) {
    const why = `${told}. If that is meant, repeat the command with --pay-duplicates. To leave them out: cancel this batch, in the wallet or with POST /batches/${id}/cancel, and pay a file with the rows that are left. Nothing was paid.`
    return { is: 'declined', why }
  }
  const agreed = await consent(`${told}. Pay all the same?`)
  return agreed === 'yes' ? resume({ payDuplicates: true }) : { is: 'declined', why: 'Nothing was paid by this call.' }
}

/** Asks at the terminal, beside what a script reads. */
export async function askAtTerminal(question: string): Promise<Consent> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'no_terminal'
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // At the end of the input, or Ctrl-C, nothing is answered.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = terminal.question(`${question} [y/N] `).catch(() => '')
  const said = await Promise.race([answer, closed]).finally(() => terminal.close())
  return /^y(es)?$/i.test(said.trim()) ? 'yes' : 'no'
}
