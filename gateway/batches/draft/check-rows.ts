import * as z from 'zod/mini'
import { type RowField, type RowFlaw, type RowFlawReason, rowFlawReasons } from '#shared/model/batch.ts'
import { Note } from '#shared/model/contact.ts'
import { ExternalId, HexAddress, Id, ShortText } from '#shared/model/ids.ts'
import { PositiveAmount } from '#shared/model/money.ts'
import { type Flaw, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import { flawsOf } from '../../flaws.ts'
import { destination, isConfidential } from '../../payments/transfer.ts'
import { unitsOf } from '../../payments/units.ts'
import { reachableWallets } from '../../wallets/own-wallet.ts'
import type { Wallet } from '../../wallets/store.ts'
import { nextTurn } from '../../world/next-turn.ts'
import type { World } from '../../world/world.ts'
import { columnOf, type Fields, type Given, type GivenRows } from '../file/given.ts'

/** What can be paid of a row. */
export type Payable = {
  wallet: Wallet
  token: string
  confidential: boolean
  units: bigint
  to: `0x${string}`
  /** Whether an address card of a pinned issuer names the receiver. */
  byCard: boolean
}

export type Checked = {
  row: number
  line: number | null
  /** As it was written, with what the request says of all rows. */
  given: Fields
  payable: Payable | undefined
  flaws: RowFlaw[]
}

const RowSchema = z
  .strictObject({
    walletId: Id,
    amount: PositiveAmount,
    token: z.optional(z.string()),
    to: z.optional(HexAddress),
    nota: z.optional(z.string()),
    toWalletId: z.optional(Id),
    externalId: z.optional(ExternalId),
    memo: z.optional(Note),
    name: z.optional(ShortText),
  })
  .check(
    z.refine((row) => [row.to, row.nota, row.toWalletId].filter((one) => one !== undefined).length === 1, {
      error: 'exactly one of to, nota, toWalletId is required',
      path: ['to'],
    }),
  )

type Defaults = { walletId?: string | undefined; token?: string | undefined }

/** Other requests get their turn after so many rows. */
const IN_A_ROW = 50

/** Checks every row as the transfer that it is to become would be checked, and says of each field what is wrong with it. */
export async function checkRows(
  world: World,
  caller: Caller,
  { rows, columns }: GivenRows,
  defaults: Defaults,
): Promise<Checked[]> {
  const wallets = await reachableWallets(world, caller)
  const byName = new Map(
    wallets.flatMap((wallet) => [[wallet.id, wallet] as const, [wallet.address.toLowerCase(), wallet] as const]),
  )
  const checked: Checked[] = []
  for (const [index, given] of rows.entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await nextTurn()
    checked.push(
      await checkRow(
        world,
        caller,
        byName,
        { ...given, fields: completed(given.fields, defaults) },
        index + 1,
        columns,
      ),
    )
  }
  return checked
}

function completed(fields: Fields, { walletId, token }: Defaults): Fields {
  const whole = { ...fields }
  if (walletId !== undefined) whole.walletId ??= walletId
  if (token !== undefined) whole.token ??= token
  return whole
}

async function checkRow(
  world: World,
  caller: Caller,
  wallets: ReadonlyMap<string, Wallet>,
  { line, fields, flaws: formal = [] }: Given,
  row: number,
  columns: Fields,
): Promise<Checked> {
  const flaws: RowFlaw[] = formal.map((flaw) => ({ row, line, ...flaw }))
  const say = ({ path, message, reason }: Flaw | (Omit<Flaw, 'reason'> & { reason: RowFlawReason })) =>
    flaws.push({ row, line, column: columnOf(columns, path), message, reason: reasonOf(fields, path, reason) })
  const done = (payable?: Payable): Checked => ({
    ...{ row, line, given: fields, flaws },
    payable: flaws.length === 0 ? payable : undefined,
  })
  const comma = commaIn(fields.amount)
  if (comma !== undefined) say({ path: 'amount', message: comma, reason: 'comma' })
  const isUnclear = flaws.some(({ reason }) => reason === 'comma')
  const parsed = RowSchema.safeParse(fields)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      for (const flaw of flawsOf(issue, fields, RowSchema)) if (!isUnclear || flaw.path !== 'amount') say(flaw)
    return done()
  }
  const wallet = wallets.get(parsed.data.walletId) ?? wallets.get(parsed.data.walletId.toLowerCase())
  if (wallet === undefined)
    say({ path: 'walletId', message: 'is not a wallet of this account', reason: 'unknown_wallet' })
  else if (wallet.type !== 'CUSTODIAL')
    say({ path: 'walletId', message: 'is an external wallet, which is watch-only', reason: 'external_wallet' })
  if (wallet === undefined || flaws.length > 0) return done()
  try {
    const confidential = isConfidential(world, parsed.data.token)
    const { stable, cstable } = world.chain.tokens
    const { to, issuer } = await destination(world, caller, wallet, parsed.data)
    const units = unitsOf(parsed.data.amount)
    return done({
      wallet,
      confidential,
      token: (confidential ? cstable : stable).symbol,
      units,
      to,
      byCard: issuer !== undefined,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'validation_error') for (const flaw of error.details as Flaw[]) say(flaw)
    else if (error.code === 'invalid_nota') say({ path: 'nota', message: error.message, reason: 'card' })
    else throw error
    return done()
  }
}

/** What a value that is written wrong is called, by its field. */
const wrong: Readonly<Record<RowField, RowFlawReason>> = {
  walletId: 'unknown_wallet',
  amount: 'amount',
  token: 'token',
  to: 'address',
  nota: 'card',
  toWalletId: 'unknown_wallet',
  externalId: 'text',
  memo: 'text',
  name: 'text',
}

/** `said`: what the check itself says, which has reasons that no row has too. */
function reasonOf(fields: Fields, path: string, said: string | undefined): RowFlawReason {
  const known = rowFlawReasons.find((reason) => reason === said)
  if (known !== undefined) return known
  const receivers = [fields.to, fields.nota, fields.toWalletId].filter((one) => one !== undefined)
  if (path === 'to' && receivers.length !== 1) return 'receivers'
  return fields[path as RowField] === undefined ? 'required' : (wrong[path as RowField] ?? 'text')
}

/** A comma may stand for thousands or for decimals: which, is not guessed. */
function commaIn(amount: string | undefined): string | undefined {
  if (amount === undefined || !amount.includes(',')) return undefined
  return 'has a comma: write a decimal point, and nothing between thousands, as in 1234.5'
}
