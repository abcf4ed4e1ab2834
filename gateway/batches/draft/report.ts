import type { BatchReport, Duplicate, RowVerdict } from '#shared/model/batch.ts'
import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { formatEther, formatUnits } from '#shared/model/money.ts'
import type { Caller } from '../../auth/caller.ts'
import { ChainUnavailable, ConfidentialUnavailable, type WalletReading } from '../../chain/port.ts'
import { remembered } from '../../decryption/read-plaintexts.ts'
import { feesNow } from '../../legs/fees.ts'
import { forecast } from '../../policies/forecast.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { AT_ONCE_PER_WALLET, ROWS_PER_PROOF } from '../run/limits.ts'
import type { Checked, Payable } from './check-rows.ts'

/** So many are listed: a file with more has one thing wrong with it. */
const LISTED = 1_000
/** What a transfer takes as measured, with some room: to a receiver that never held any 511,000, and 65,000 in public. */
const CONFIDENTIAL_GAS = 520_000n
const PUBLIC_GAS = 80_000n
/** Of a proof on a small server, and of one round of payments: a block and its confirmations. */
const PROOF_S = 12
const ROUND_S = 13
const FAST_ROUND_S = 1

/** What a person wants to know before they start. */
export async function reportOf(
  world: World,
  caller: Caller,
  rows: readonly Checked[],
  { at, duplicates }: { at: number; duplicates: readonly Duplicate[] },
): Promise<BatchReport> {
  const flaws = rows.flatMap((row) => row.flaws)
  const payable = rows.flatMap((row) => row.payable ?? [])
  const wallets = [...new Map(payable.map(({ wallet }) => [wallet.id, wallet])).values()]
  const [now, maxFee] = await Promise.all([readingsOf(world, wallets), maxFeeOf(world)])
  const verdicts = await verdictsOf(world, caller, rows)
  const { isCostly } = world.chain.confidential
  const proofs = isCostly
    ? wallets
        .map((wallet) => hidden(payable, wallet))
        .reduce((sum, count) => sum + Math.ceil(count / ROWS_PER_PROOF), 0)
    : 0
  return {
    at: new Date(at).toISOString(),
    flaws: flaws.length,
    firstFlaws: flaws.slice(0, LISTED),
    duplicates: duplicates.length,
    firstDuplicates: duplicates.slice(0, LISTED),
    newestDuplicateAt: duplicates.reduce<string | null>(
      (at, { of }) => (of.at !== null && of.at > (at ?? '') ? of.at : at),
      null,
    ),
    denied: verdicts.filter(({ is }) => is === 'denied').length,
    waits: verdicts.filter(({ is }) => is === 'waits').length,
    firstVerdicts: verdicts.slice(0, LISTED),
    totals: wallets.flatMap((wallet) => totalsOf(world, payable, wallet, now.get(wallet.id))),
    gas: wallets.map((wallet) => gasOf(payable, wallet, now.get(wallet.id), maxFee)),
    proofs,
    seconds: secondsOf(world, payable, wallets, proofs),
  }
}

/** Rows that a policy would not let pass by itself. The limit is not told: other credentials read the report. */
async function verdictsOf(world: World, caller: Caller, rows: readonly Checked[]): Promise<RowVerdict[]> {
  const asked = rows.flatMap(({ row, line, payable }) => (payable === undefined ? [] : [{ row, line, payable }]))
  const rest = { by: caller, type: 'TRANSFER', isApproved: false } as const
  const verdicts = await forecast(
    world.db,
    world,
    asked.map(({ payable }) => ({ ...payable, ...rest })),
  )
  return asked.flatMap(({ row, line }, index) => {
    const verdict = verdicts[index]
    return verdict === undefined || verdict.is === 'allowed'
      ? []
      : [{ row, line, is: verdict.is, rule: verdict.rule, of: verdict.of }]
  })
}

type Now = WalletReading & { confidential: bigint | null }

const of = (payable: readonly Payable[], wallet: Wallet) => payable.filter((one) => one.wallet.id === wallet.id)
const hidden = (payable: readonly Payable[], wallet: Wallet) =>
  of(payable, wallet).filter((one) => one.confidential).length

function totalsOf(world: World, payable: readonly Payable[], wallet: Wallet, now: Now | undefined) {
  const { stable, cstable } = world.chain.tokens
  return [cstable, stable].flatMap(({ symbol: token }) => {
    const own = of(payable, wallet).filter((one) => one.token === token)
    if (own.length === 0) return []
    const units = own.reduce((sum, one) => sum + one.units, 0n)
    const has = (token === cstable.symbol ? now?.confidential : now?.stable) ?? null
    const available = has === null ? null : formatUnits(has)
    const covered = has === null ? null : has >= units
    return [{ walletId: wallet.id, token, rows: own.length, amount: formatUnits(units), available, covered }]
  })
}

function gasOf(payable: readonly Payable[], wallet: Wallet, now: Now | undefined, maxFee: bigint | undefined) {
  const all = BigInt(of(payable, wallet).length)
  const confidential = BigInt(hidden(payable, wallet))
  const gas = confidential * CONFIDENTIAL_GAS + (all - confidential) * PUBLIC_GAS
  const needs = gas * (maxFee ?? 0n)
  const isKnown = now !== undefined && maxFee !== undefined
  return {
    walletId: wallet.id,
    needs: formatEther(needs),
    has: now === undefined ? null : formatEther(now.wei),
    covered: isKnown ? now.wei >= needs : null,
  }
}

function secondsOf(world: World, payable: readonly Payable[], wallets: readonly Wallet[], proofs: number): number {
  const most = Math.max(0, ...wallets.map((wallet) => of(payable, wallet).length))
  const round = world.chain.confidential.isCostly ? ROUND_S : FAST_ROUND_S
  return Math.ceil(most / AT_ONCE_PER_WALLET) * round + proofs * PROOF_S
}

/** What is not known now is left out: nothing is decrypted for a draft. */
async function readingsOf(world: World, wallets: readonly Wallet[]): Promise<Map<string, Now>> {
  if (wallets.length === 0) return new Map()
  const readings = await unlessSilent(() => world.chain.readWallets(wallets.map(({ address }) => address)))
  const found = new Map<string, Now>()
  for (const [index, reading] of (readings ?? []).entries()) {
    const wallet = wallets[index]
    if (wallet === undefined) continue
    found.set(wallet.id, { ...reading, confidential: await amountOf(world, wallet, reading.handle) })
  }
  return found
}

async function amountOf(world: World, wallet: Wallet, handle: Hex): Promise<bigint | null> {
  if (handle === ZERO_HANDLE) return 0n
  return (await remembered(world, [handle], wallet.id)).get(handle) ?? null
}

async function maxFeeOf(world: World): Promise<bigint | undefined> {
  return (await unlessSilent(() => feesNow(world)))?.maxFee
}

async function unlessSilent<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof ConfidentialUnavailable) return undefined
    throw error
  }
}
