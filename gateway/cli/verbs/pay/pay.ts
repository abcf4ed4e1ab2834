import { Command, InvalidArgumentError, Option } from 'commander'
import type { Client } from '#shared/client.ts'
import { type Batch, type RowField, rowFields } from '#shared/model/batch.ts'
import type { Source } from '../../../config/config.ts'
import { systemClock } from '../../../world/clock.ts'
import { bytesOf } from '../../explain.ts'
import { tell } from '../../print.ts'
import { type Answer, askOnce } from '../ask-once.ts'
import { withWait } from '../checked.ts'
import { clientFor, withGateway } from '../connection.ts'
import { type Key, keyFor, withKey } from '../key.ts'
import { meaningOf } from '../outcome.ts'
import { inWords } from '../report.ts'
import { walletOfCall } from '../wallet.ts'
import { askAtTerminal } from './begin.ts'
import { requireFree } from './results.ts'
import { payBatch } from './run.ts'
import { batchIn, type Format, formats } from './source.ts'

export type Options = {
  batch?: string
  format?: Format
  wallet?: string
  token?: string
  name?: string
  column: Partial<Record<RowField, string>>
  idempotencyKey?: string
  skipFlaws?: true
  payDuplicates?: true
  yes?: true
  wait?: number
  result?: string
  pain002?: string
  json?: true
}

/** `sotto pay FILE`: many payments, shown as a report, and paid once a person agrees. */
export function payCommand(env: Source): Command {
  const command = withGateway(new Command('pay').description('pay many: a file of payments, checked and shown first'))
    .argument('[file]', 'CSV with a header, JSON rows, or pain.001')
    .option('--batch <id>', 'instead of a file: go on with a batch that was made before')
    .addOption(
      new Option(
        '--format <format>',
        `of the file, where it is not to be told by its content: ${formats.join(', ')}`,
      ).choices(formats),
    )
    .option('--wallet <id>', 'pays rows that name none, by ID or address; else that of the file, or the primary one')
    .option('--token <symbol>', 'of rows that name none')
    .option('--name <text>', 'what the batch is called')
    .option('--column <field=header>', `which column has a field (${rowFields.join(', ')})`, columnIn, {})
    .option('--skip-flaws', 'pay the others where rows have flaws')
    .option(
      '--pay-duplicates',
      'with --yes: pay also rows that repeat payments of the last 20 hours, or payments still to be made, or were paid elsewhere since',
    )
    .option('--yes', 'pay without asking')
    .option('--result <file>', 'write what became of each row, as CSV')
    .option('--pain002 <file>', 'the same as pain.002')
  withWait(withKey(command), 'how long to follow it; else to its end').option('--json', 'as a JSON object')
  return command.action(async (file: string | undefined) => {
    const options = command.opts<Options>()
    if ((file === undefined) === (options.batch === undefined)) command.error('Name a file, or a batch with --batch.')
    requireFree([options.result, options.pain002])
    const api = clientFor(command, env)
    const { made, key, isOwn } = file === undefined ? await known(api, options) : await drafted(api, file, options)
    const consent = options.yes ? async () => 'yes' as const : askAtTerminal
    const payDuplicates = options.payDuplicates === true || !options.yes
    const wanted = {
      ...options,
      payDuplicates,
      key,
      isOwn,
      isAsked: !options.yes,
      isOnScreen: process.stdout.isTTY === true,
    }
    process.exitCode = await payBatch({ api, clock: systemClock, consent, say: tell }, made, wanted)
  })
}

/** `isOwn`: this call has made the batch, under a key that no other call has. */
type Made = { made: Answer<{ batch: Batch }>; key: string | null; isOwn: boolean }

async function known(api: Client, { batch: id = '' }: Options): Promise<Made> {
  const none = `There is no batch ${id}. "sotto pay FILE" names the one that it makes.`
  return { made: await found(() => inWords('not_found', none, () => api.getBatch({ id }))), key: null, isOwn: false }
}

/** That a batch cannot be looked up now is not that it has paid nothing. */
async function found<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { is: 'answered', data: await ask() }
  } catch (error) {
    return { is: ['refused', 'turned away'].includes(meaningOf(error)) ? 'refused' : 'unknown', error }
  }
}

async function drafted(api: Client, file: string, options: Options): Promise<Made> {
  const { format, name, token, column } = options
  const bytes = bytesOf(file)
  const columns = Object.keys(column).length === 0 ? {} : { columns: column }
  const beside = { ...(name && { name }), ...(token && { token }), ...columns }
  // First without a wallet: what is written wrong is told before anything is asked.
  const { walletId: named } = batchIn(bytes, format, beside)
  const isNamed = options.wallet === undefined && named !== undefined
  const wallet = isNamed ? ({ is: 'answered', data: named } as const) : await walletOfCall(api, options)
  if (wallet.is === 'unknown') return { made: wallet, key: wallet.key, isOwn: false }
  const body = batchIn(bytes, format, { ...beside, walletId: wallet.data })
  const { key, isNew }: Key = keyFor(options.idempotencyKey)
  const make = (signal: AbortSignal) => api.createBatch(body, { idempotencyKey: key, signal })
  return { made: await askOnce(make, { isNew, clock: systemClock, say: tell }), key, isOwn: isNew }
}

function columnIn(text: string, before: Partial<Record<RowField, string>>): Partial<Record<RowField, string>> {
  const [field = '', ...header] = text.split('=')
  if (!(rowFields as readonly string[]).includes(field) || header.length === 0)
    throw new InvalidArgumentError(`Write FIELD=HEADER; fields are ${rowFields.join(', ')}.`)
  return { ...before, [field]: header.join('=') }
}
