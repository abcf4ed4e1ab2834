import type { Client } from '#shared/client.ts'
import { failureOf } from '#shared/client-failure.ts'
import type { Batch } from '#shared/model/batch.ts'
import { printableJson, printableLine } from '../../../world/printable.ts'
import type { Clock } from '../../../world/world.ts'
import { print } from '../../print.ts'
import type { Answer } from '../ask-once.ts'
import { exitCodes, mayNotAsk, type Outcome } from '../outcome.ts'
import { failureText, unknownText } from '../report.ts'
import { begin, type Choices } from './begin.ts'
import { describeProgress, describeReport, rowsIn } from './describe-batch.ts'
import { outcomeOfBatch } from './ended.ts'
import { followBatch } from './follow-batch.ts'
import { type Files, failedRows, writeResults } from './results.ts'

type Edge = {
  api: Client
  clock: Pick<Clock, 'elapsed' | 'sleep'>
  consent: Choices['consent']
  say(text: string): void
}
type Wanted = Files &
  Pick<Choices, 'isOwn' | 'payDuplicates'> & {
    key: string | null
    /** The one that was named instead of a file. */
    batch?: string
    skipFlaws?: true
    wait?: number
    json?: true
    /** Whether a person is asked, and sees what is printed. */
    isAsked: boolean
    isOnScreen: boolean
  }
/** `lacksFiles`: what became of the rows is in the gateway alone. */
type End = { outcome: Outcome; batch: Batch | null; error?: unknown; why?: string; lacksFiles?: true }

/** Shows the batch that was made, pays it once a person agrees, follows it, and says how it stands; the exit code. */
export async function payBatch(edge: Edge, made: Answer<{ batch: Batch }>, wanted: Wanted): Promise<number> {
  const end = await paid(edge, made, wanted)
  tellEnd(edge, end, wanted)
  return exitCodes[end.outcome]
}

async function paid(edge: Edge, made: Answer<{ batch: Batch }>, wanted: Wanted): Promise<End> {
  if (made.is !== 'answered') return { outcome: made.is, batch: null, error: made.error }
  const { api, clock, say, consent } = edge
  const { batch } = made.data
  const text = `${describeReport(batch)}\n`
  if (!wanted.json) print(text)
  // A person is asked beside what they agree to.
  if (wanted.isAsked && (wanted.json || !wanted.isOnScreen)) say(text)
  // A start that is asked for twice starts once.
  const asking = { isNew: true, clock, say }
  const { isOwn, payDuplicates } = wanted
  const choices = { isOwn, payDuplicates, skipFlaws: wanted.skipFlaws === true, consent }
  const begun = await begin(api, batch, choices, asking)
  if (begun.is === 'held') return { outcome: 'underway', batch, why: begun.why }
  if (begun.is === 'declined') return { outcome: 'refused', batch, why: begun.why }
  if (begun.is !== 'answered') return { outcome: begun.is, batch, error: begun.error }
  const waitMs = wanted.wait === undefined ? Number.POSITIVE_INFINITY : wanted.wait * 1_000
  return followed(edge, begun.data.batch, waitMs, wanted)
}

async function followed({ api, clock, say }: Edge, begun: Batch, waitMs: number, files: Files): Promise<End> {
  let batch: Batch
  try {
    batch = await followBatch(api, begun, { clock, waitMs, say })
  } catch (error) {
    return { outcome: mayNotAsk(error) ? 'underway' : 'unknown', batch: begun, error }
  }
  const end = { outcome: outcomeOfBatch(batch), batch }
  if (rowsIn(batch, 'FAILED') > 0) say(`${(await failedRows(api, batch.id)).join('\n')}\n`)
  try {
    await writeResults(api, batch.id, files)
    return end
  } catch (error) {
    return { ...end, error, lacksFiles: true }
  }
}

function tellEnd({ say }: Edge, { outcome, batch, error, why, lacksFiles }: End, wanted: Wanted): void {
  const { key, json } = wanted
  const said = error === undefined ? null : failureOf(error)
  if (json) print(`${printableJson({ outcome, idempotencyKey: key, batch, error: said })}\n`)
  else if (batch !== null) print(`${describeProgress(batch)}\n`)
  if (said !== null) say(`sotto: ${failureText(error)}\n`)
  if (why !== undefined) say(`sotto: ${why}\n`)
  if (batch?.status === 'CANCELLED' && batch.startedAt === null && why === undefined)
    say('sotto: it was cancelled, and paid nothing. To pay the file: sotto pay FILE, without --idempotency-key.\n')
  if (batch?.reason != null) say(`sotto: it is paused: ${printableLine(batch.reason.message)}\n`)
  if (batch !== null && lacksFiles) say(`sotto: to get them: sotto pay --batch ${batch.id}${otherFiles(wanted)}\n`)
  if (batch !== null && why === undefined && (outcome === 'underway' || outcome === 'unknown'))
    say(`sotto: to go on: sotto pay --batch ${batch.id}\n`)
  else if (outcome === 'unknown' && wanted.batch !== undefined)
    say(`sotto: to go on: sotto pay --batch ${wanted.batch}\n`)
  else if (outcome === 'unknown') say(unknownText(key ?? ''))
}

const otherFiles = ({ result, pain002 }: Files) =>
  `${result === undefined ? '' : ' --result OTHER.csv'}${pain002 === undefined ? '' : ' --pain002 OTHER.xml'}`
