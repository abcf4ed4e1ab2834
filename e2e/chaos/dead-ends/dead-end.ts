import { formatUnits } from '#shared/model/money.ts'
import type { Purse } from '../checks/balances.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { readPurses } from '../checks/check-restored.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { openStage, type Stage, type StageOptions } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { everyTransaction, inFlight } from '../traffic/in-flight.ts'
import { makeWallets, type Wallet } from '../traffic/wallets.ts'

/** Where a payment once came to no end by itself, or to a wrong one. Played so many times on one stage. */
export type Plan = { times: number; random: Random; say(text: string): void }

export type DeadEnd = Plan & { stage: Stage; keeper: Keeper; wallet: Wallet; api: ReturnType<typeof apiOf> }

/** What an address should have gained by then, in units. */
export type Gains = Map<string, Purse>

/**
 * A stage with one gateway and nobody else who pays; whatever `play` does; then everything must have ended, and every
 * purse must have gained what `play` says, and no other anything.
 */
export async function playDeadEnd(
  plan: Plan,
  options: StageOptions,
  play: (scene: DeadEnd) => Promise<{ gains: Gains; problems?: Problem[] }>,
): Promise<Findings> {
  const stage = await openStage(options)
  const keeper = createKeeper(stage)
  try {
    await keeper.start()
    const [wallet] = await makeWallets(stage, 1)
    if (wallet === undefined) throw new Error('no wallet')
    const before = await readPurses(stage)
    const { gains, problems = [] } = await play({ ...plan, stage, keeper, wallet, api: apiOf(stage, wallet.account) })
    const now = await readPurses(stage)
    const open = (await inFlight(stage)).map(({ id }) => problem('stuck', `${id} has not ended`))
    const wrong = [...now].flatMap(([address, has]) => differences(address, before.get(address), has, gains))
    const payments = (await everyTransaction(stage)).length
    return { payments, settled: payments, problems: [...problems, ...open, ...wrong], surprises: [] }
  } finally {
    await keeper.stop()
    await stage.close()
  }
}

const nothing: Purse = { stable: 0n, cstable: 0n }

function differences(address: string, before: Purse = nothing, now: Purse, gains: Gains): Problem[] {
  const gain = gains.get(address.toLowerCase()) ?? nothing
  return (['stable', 'cstable'] as const).flatMap((token) => {
    const off = now[token] - before[token] - gain[token]
    const text = `${address} has ${formatUnits(now[token])} ${token}: ${formatUnits(off < 0n ? -off : off)} too ${off < 0n ? 'little' : 'much'}`
    return off === 0n ? [] : [problem(off < 0n ? 'lost' : 'doubled', text)]
  })
}

export const gainsOf = (entries: [string, Purse][]): Gains =>
  new Map(entries.map(([address, purse]) => [address.toLowerCase(), purse]))
