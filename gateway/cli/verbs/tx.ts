import { Command, Option } from 'commander'
import { PAGE_SIZE_DEFAULT } from '#shared/limits.ts'
import { Direction, TransactionStatus } from '#shared/model/transaction.ts'
import type { Source } from '../../config/config.ts'
import { systemClock } from '../../world/clock.ts'
import { printableJson } from '../../world/printable.ts'
import { print, tell } from '../print.ts'
import { withWait } from './checked.ts'
import { clientFor, withGateway } from './connection.ts'
import { describe, lineOf } from './describe.ts'
import { follow } from './follow.ts'
import { exitCodes, meaningOf, outcomeOf } from './outcome.ts'
import { failureText, inWords, readOrFail } from './report.ts'

type Options = {
  status?: TransactionStatus
  direction?: Direction
  externalId?: string
  page: string
  wait?: number
  json?: true
}

/** `sotto tx`: the newest payments, or one, whose status is the exit code. */
export function txCommand(env: Source): Command {
  const command = withGateway(new Command('tx').description('show the newest payments, or one and how it stands'))
    .argument('[id]', 'of a payment')
    .addOption(
      new Option('--status <status>', `in the list those alone: ${TransactionStatus.options.join(', ')}`).choices(
        TransactionStatus.options,
      ),
    )
    .addOption(
      new Option(
        '--direction <direction>',
        `what came in, or both; else calls: ${Direction.options.join(', ')}`,
      ).choices(Direction.options),
    )
    .option('--external-id <text>', 'in the list those with this reference')
    .option('--page <number>', `${PAGE_SIZE_DEFAULT} each`, '1')
  withWait(command, 'follow one until it has ended, so long').option('--json', 'as a JSON object')
  return command.action(async (id: string | undefined) => {
    const { page, status, direction, externalId, wait = 0, json } = command.opts<Options>()
    if (id === undefined && wait > 0)
      throw new Error('--wait follows one payment: name its ID. "sotto tx" lists the newest.')
    const api = clientFor(command, env)
    if (id === undefined) {
      const query = { page: Number(page), status, direction, externalId }
      const found = await readOrFail(() => api.listTransactions(query))
      const lines = found.items.map((one) => `${lineOf(one)}\n`).join('')
      return print(json ? `${printableJson(found)}\n` : lines || 'There is no such payment.\n')
    }
    const none = `There is no payment ${id}. "sotto tx --direction all" lists the newest.`
    const first = await answerTo(() => inWords('not_found', none, () => api.getTransaction({ id })))
    if (first === undefined) return
    const { transaction, error } = await follow(api, first.transaction, wait * 1_000, systemClock)
    print(`${json ? printableJson({ transaction }) : describe(transaction)}\n`)
    if (error !== undefined) tell(`sotto: ${failureText(error)}\n`)
    process.exitCode = exitCodes[outcomeOf(transaction.status)]
  })
}

/** Undefined where there is none: that a payment cannot be looked up is not that it failed. */
async function answerTo<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    tell(`sotto: ${failureText(error)}\n`)
    process.exitCode = exitCodes[meaningOf(error) === 'refused' ? 'refused' : 'unknown']
    return undefined
  }
}
