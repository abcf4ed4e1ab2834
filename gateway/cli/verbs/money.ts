import { Command } from 'commander'
import { paymentEndpoints } from '#shared/api/payments.ts'
import type { Client } from '#shared/client.ts'
import type { CallOptions } from '#shared/client-of.ts'
import { textIn } from '#shared/files/text-file.ts'
import { FUND_DEFAULT } from '#shared/limits.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Source } from '../../config/config.ts'
import { systemClock } from '../../world/clock.ts'
import { bytesOf } from '../explain.ts'
import { tell } from '../print.ts'
import { type Answer, askOnce } from './ask-once.ts'
import { checked, withWait } from './checked.ts'
import { clientFor, withGateway } from './connection.ts'
import { approvalEnd, follow } from './follow.ts'
import { keyFor, withKey } from './key.ts'
import { outcomeOf } from './outcome.ts'
import { report, transactionIn } from './report.ts'
import { walletOfCall } from './wallet.ts'

/** How long a payment is followed, in seconds, after the gateway has answered. */
const WAIT_S = 120

type Options = {
  wallet?: string
  externalId?: string
  idempotencyKey?: string
  wait: number
  json?: boolean
  token?: string
  to?: string
  card?: string
  toWallet?: string
  request?: string
  acceptUnverified?: true
}

/** Makes the body from the typed options by the API's rules, and the call that sends it. */
type Prepare = (
  fields: { walletId: string; amount?: string | undefined; externalId?: string | undefined },
  options: Options,
) => (api: Client, call: CallOptions) => Promise<{ transaction: Transaction }>

export function fundCommand(env: Source): Command {
  const about = `get test money and gas from the faucet; ${FUND_DEFAULT} where no amount is given`
  return verb(env, 'fund', about, '[amount]', (fields) => {
    const body = checked(paymentEndpoints.fund.body, fields)
    return (api, call) => api.fund(body, call)
  })
}

export function mintCommand(env: Source): Command {
  return verb(env, 'mint', 'turn STABLE of a wallet into cSTABLE', '<amount>', (fields) => {
    const body = checked(paymentEndpoints.mint.body, fields)
    return (api, call) => api.mint(body, call)
  })
}

export function redeemCommand(env: Source): Command {
  return verb(env, 'redeem', 'burn cSTABLE and be paid the same amount of STABLE', '<amount>', (fields) => {
    const body = checked(paymentEndpoints.redeem.body, fields)
    return (api, call) => api.redeem(body, call)
  })
}

export function transferCommand(env: Source): Command {
  const prepare: Prepare = (fields, { to, card, toWallet, request, token, acceptUnverified }) => {
    if ([to, card, toWallet, request].filter((named) => named !== undefined).length !== 1)
      throw new Error('Name whom to pay, once: --to, --card, --to-wallet or --request.')
    const nota = card === undefined ? undefined : textIn(bytesOf(card)).trim()
    const body = checked(paymentEndpoints.transfer.body, {
      ...fields,
      ...defined({ to, nota, toWalletId: toWallet, requestId: request, token, acceptUnverified }),
    })
    return (api, call) => api.transfer(body, call)
  }
  return verb(env, 'transfer', 'pay cSTABLE confidentially, or STABLE publicly', '[amount]', prepare)
    .option('--to <address>', 'whom it pays: an address')
    .option('--card <file>', 'or the file of an address card')
    .option('--to-wallet <id>', 'or a wallet of the account')
    .option('--request <id>', 'or a request to be paid, which may name the amount')
    .option('--token <symbol>', 'STABLE for a public payment; else cSTABLE')
    .option('--accept-unverified', 'pay to a card whose maker is not known')
}

function verb(env: Source, name: string, about: string, amount: string, prepare: Prepare): Command {
  const command = new Command(name).description(about).argument(amount, 'such as 12.5')
  command
    .option('--wallet <id>', 'by ID or address; else the primary one')
    .option('--external-id <text>', 'a reference')
  const waits = `how long to follow it, 0 not at all; else ${WAIT_S}`
  withWait(withKey(withGateway(command)), waits, WAIT_S).option('--json', 'as a JSON object')
  return command.action(async (text: string | undefined) => {
    const options = command.opts<Options>()
    const api = clientFor(command, env)
    // First with a wallet that stands for any: what is written wrong is told before anything is asked.
    const fields = defined({ amount: text, externalId: options.externalId })
    prepare({ ...fields, walletId: options.wallet ?? 'primary' }, options)
    const { json = false } = options
    const wallet = await walletOfCall(api, options)
    if (wallet.is === 'unknown')
      return report({ outcome: 'unknown', idempotencyKey: wallet.key, transaction: null, error: wallet.error }, json)
    const call = prepare({ ...fields, walletId: wallet.data }, options)
    await pay(api, options, (key, signal) => call(api, { idempotencyKey: key, signal }))
  })
}

type Call = (key: string, signal: AbortSignal) => Promise<{ transaction: Transaction }>

async function pay(api: Client, { idempotencyKey, wait, json = false }: Options, call: Call): Promise<void> {
  const { key, isNew } = keyFor(idempotencyKey)
  const asking = { isNew, clock: systemClock, say: tell }
  const answer = await askOnce((signal) => call(key, signal), asking)
  const begun = answer.is === 'answered' ? answer.data.transaction : transactionIn(answer.error)
  const error = answer.is === 'answered' ? undefined : answer.error
  if (begun === undefined) return report({ ...lost(answer), idempotencyKey: key, transaction: null, error }, json)
  const { transaction, error: unread } = await follow(api, begun, wait * 1_000, systemClock)
  const [outcome, approveBy] = [outcomeOf(transaction.status), await approvalEnd(api, transaction)]
  report({ outcome, idempotencyKey: key, transaction, error: unread ?? error, approveBy }, json)
}

const lost = ({ is }: Answer<unknown>) => ({ outcome: is === 'unknown' ? ('unknown' as const) : ('refused' as const) })

function defined<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]?: NonNullable<T[K]> }
}
