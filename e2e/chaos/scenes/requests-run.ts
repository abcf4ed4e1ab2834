import { setTimeout as sleep } from 'node:timers/promises'
import { purseOf } from '../checks/balances.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { openDecryptor } from '../checks/decrypt.ts'
import { checkAnswers, checkChain } from '../checks/requests.ts'
import { backupsIn } from '../faults/restores.ts'
import { createKeeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { rpcBatch } from '../rpc.ts'
import { type Account, openStage, type Stage } from '../stage.ts'
import { inFlight } from '../traffic/in-flight.ts'
import { startReceiver } from '../traffic/receiver.ts'
import { payersOf } from '../traffic/requests.ts'
import { createStranger } from '../traffic/stranger.ts'
import { type Wallet, walletsOf } from '../traffic/wallets.ts'
import { killFor, patiently, putBack } from './limit-run.ts'

export type RequestsRun = { kills: number; restores: number; findings: Findings }

const GATEWAYS = 3
const WALLETS = 6
const REORGANISATION = 'receipt, then reorganisation'
/** To so many requests one more is asked for after the backup, and one at a wallet's address once it is put back. */
const NEWER_IN = 50
const NAMED_IN = 10
/** For what never ends: thousands of addresses are emptied ten at a time. */
const LAST_WORDS_MS = 900_000
const AGAIN_MS = 3_000
const RECEIPTS = 100

type Plan = { requests: number; until: number; random: Random; say(text: string): void; stop?: AbortSignal }

/**
 * Requests of both tokens that are paid, by accounts and by strangers, in part, twice, too much or late, that lapse and are taken
 * back, through three gateways on one PostgreSQL: while gateways are killed and blocks reorganised, and a backup from before the
 * payments, and before some of the requests, is put back. A webhook whose receiver refuses one message in twenty hears of them.
 */
export async function requestsRun(plan: Plan): Promise<RequestsRun> {
  const { random, say, until } = plan
  const stage = await openStage({ mode: 'backed', engine: 'postgres', replicas: GATEWAYS })
  const stranger = await createStranger(stage)
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const receiver = await startReceiver(random.fork('receiver'))
  const done = { kills: 0, restores: 0 }
  try {
    for (const keeper of keepers) await keeper.start()
    const [payer, shop] = stage.accounts as [Account, Account]
    const wallets = await walletsOf(stage, payer, WALLETS)
    const [till] = await walletsOf(stage, shop, 1)
    if (till === undefined) throw new Error('no wallet')
    const before = await held(stage, till)
    const payers = payersOf(stage, { payer, shop, wallets, till, stranger }, random.fork('rests'))
    await receiver.listenTo(stage, shop)
    await payers.ask(plan.requests, until)
    const backups = backupsIn(stage)
    await patiently(() => backups.make())
    const newer = Math.ceil(plan.requests / NEWER_IN)
    await payers.askMore('newer than the backup', plan.requests, newer, until)
    const [first, second] = payers.parts()
    say(`${payers.asked.length} requests`)

    stage.rpc.on(REORGANISATION, random.fork('reorganisations'))
    const early = payers.pay(first, until)
    done.kills += await killFor(keepers, random.fork('before'), plan, () => early.open() > 0)
    await early.ended
    stage.rpc.off()
    const reorganisations = stage.rpc.met.get(REORGANISATION) ?? 0
    // What a reorganisation has dropped, a backup from before does not know.
    await stranger.settled()
    await patientlyUntil(() => isMined(stage))
    say(`half is paid, ${done.kills} kills, ${reorganisations} reorganisations`)

    const late = payers.pay(second, until)
    const total = late.open()
    done.kills += await killFor(keepers, random.fork('during'), plan, () => late.open() > total * 0.8)
    say(`${late.open()} payments open, ${done.kills} kills: a backup from before the payments is put back`)
    await putBack(stage, keepers, backups.files[0] ?? '')
    done.restores += 1
    const named = Math.ceil(plan.requests / NAMED_IN)
    await payers.askMore("named, at the wallet's address", plan.requests + newer, named, until)
    const [, , last] = payers.parts()
    const later = payers.pay(last, until)
    const open = () => late.open() + later.open()
    done.kills += await killFor(keepers, random.fork('after'), plan, () => open() > 0)
    await Promise.all([late.ended, later.ended])
    say(`all are paid, ${done.kills} kills`)
    await patientlyUntil(() => isAtRest(stage))
    const answers = () => checkAnswers(stage, shop, payers.asked, receiver.heard)
    await patientlyUntil(async () => (await answers()).length === 0)

    const problems = await answers()
    if (!(await isAtRest(stage))) problems.push(problem('stuck', 'something is still under way, or to be collected'))
    problems.push(...(await checkedChain(stage, { till, before, asked: payers.asked })))
    if (early.open() + open() > 0) problems.push(problem('stuck', `${early.open() + open()} payments have no answer`))
    if (receiver.forged() > 0) problems.push(problem('doubled', `${receiver.forged()} messages were not signed`))
    say(
      `${payers.asked.length} requests, ${payers.ids.size} payments of accounts, ${stranger.count()} of strangers, ${done.kills} kills, ${done.restores} restores, ${reorganisations} reorganisations, ${receiver.messages()} messages`,
    )
    const payments = payers.ids.size + stranger.count()
    return { ...done, findings: { payments, settled: payments, problems, surprises: [...payers.surprises] } }
  } finally {
    await stranger.close()
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    await receiver.close()
    await stage.close()
  }
}

async function held(stage: Stage, { address }: Wallet) {
  const decryptor = await openDecryptor(stage)
  return purseOf(stage, decryptor, address).finally(() => decryptor.close())
}

async function patientlyUntil(isSo: () => Promise<boolean>): Promise<void> {
  const late = performance.now() + LAST_WORDS_MS
  while (performance.now() < late && !(await isSo().catch(() => false))) await sleep(AGAIN_MS)
}

/** Whether what the gateways have sent is on the chain, in blocks that are still there. */
async function isMined(stage: Stage): Promise<boolean> {
  const { database, info } = stage
  const sent = await database.select<{ hash: string | null }>(
    "SELECT tx_hash AS hash FROM transactions WHERE type <> 'RECEIVE' AND status <> 'FAILED'",
  )
  const ask = async <T>(method: string, all: unknown[][]): Promise<T[]> => {
    const answers: T[] = []
    for (let start = 0; start < all.length; start += RECEIPTS) {
      const some = all.slice(start, start + RECEIPTS).map((params) => ({ method, params }))
      answers.push(...(await rpcBatch<T>(info.rpcUrl, some)))
    }
    return answers
  }
  type Place = { blockNumber: string; blockHash: string } | null
  const places = await ask<Place>(
    'eth_getTransactionReceipt',
    sent.map(({ hash }) => [hash ?? `0x${'0'.repeat(64)}`]),
  )
  const hashes = new Map(places.flatMap((place) => (place === null ? [] : [[place.blockNumber, place.blockHash]])))
  const blocks = await ask<{ number: string; hash: string }>(
    'eth_getBlockByNumber',
    [...hashes.keys()].map((number) => [number, false]),
  )
  const there = new Set(blocks.map(({ hash }) => hash))
  const isThere = places.every((place) => place !== null && there.has(place.blockHash))
  return isThere && (await inFlight(stage)).length === 0
}

/** Whether all has come to its end, and nothing is left to collect. */
async function isAtRest(stage: Stage): Promise<boolean> {
  const collecting = 'SELECT id FROM requests WHERE collect_at IS NOT NULL'
  return (await stage.database.select(collecting)).length === 0 && isMined(stage)
}

async function checkedChain(stage: Stage, played: Parameters<typeof checkChain>[2]): Promise<Problem[]> {
  const decryptor = await openDecryptor(stage)
  return checkChain(stage, decryptor, played).finally(() => decryptor.close())
}
