import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Sqlite from 'better-sqlite3'
import { updateProfile } from '../../../gateway/accounts/store.ts'
import { createApp } from '../../../gateway/app.ts'
import { sealUnits } from '../../../gateway/crypto/amounts.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../../gateway/testing/test-world.ts'
import { setTotals, wrongTotals } from '../../../gateway/transactions/totals-store.ts'

const FEW = 1_000
const MANY = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 60

/**
 * `node e2e/bench/reads/rows.ts [rows]`: the list of an account with a thousand transactions and with a million, in turns, each
 * filter, first and last page; and the longest time that the event loop stood still meanwhile. The app itself, without a
 * socket, so that nothing but the database differs.
 */
const folder = mkdtempSync(join(tmpdir(), 'sotto-rows-'))
const settings = { SOTTO_LIMIT_READS: '1000000' }

type Side = Tester & { rows: number; walletId: string; world: TestWorld }

async function stage(name: string, rows: number): Promise<Side> {
  const file = join(folder, `${name}.db`)
  const world = await createTestWorld(settings, file)
  const tester = await createTester(world, {}, createApp(world))
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  const { wallet: other } = await tester.api.createWallet({ type: 'custodial' })
  const sqlite = new Sqlite(file)
  const insert = sqlite.prepare(
    `insert into transactions (id, account_id, wallet_id, type, status, amount, token, confidential, to_address,
       external_id, waiting_for, error, tx_hash, settlement_tx_hash, owed, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, 'STABLE', 0, null, ?, null, null, null, null, 0, ?, ?)`,
  )
  // Every other one came in.
  const types = ['TRANSFER', 'RECEIVE', 'MINT', 'RECEIVE', 'REDEEM', 'RECEIVE', 'FUND', 'RECEIVE']
  // The newest is older than what a read looks for on chain again.
  const newest = world.clock.now() - 86_400_000
  sqlite.transaction(() => {
    for (let row = 0; row < rows; row++) {
      const id = world.newId()
      const amount = sealUnits(world.keys, { table: 'transactions', column: 'amount', row: id }, BigInt(row))
      const status = row % 50 === 0 ? 'FAILED' : 'SETTLED'
      const walletId = row % 10 < 2 ? other.id : wallet.id
      const at = newest - (rows - row) * 1_000
      insert.run(id, tester.accountId, walletId, types[row % 8], status, amount, `invoice ${row}`, at, at)
    }
  })()
  sqlite.close()
  await setTotals(world.db, await wrongTotals(world.db))
  return { ...tester, rows, walletId: other.id, world }
}

const questions: [what: string, path: (side: Side) => string][] = [
  ['first page', () => '/transactions'],
  ['last page', ({ rows }) => `/transactions?page=${Math.ceil(rows / 40)}`],
  ['what came in', () => '/transactions?type=RECEIVE'],
  ['what came in, last page', ({ rows }) => `/transactions?type=RECEIVE&page=${Math.ceil(rows / 40)}`],
  ['both directions', () => '/transactions?direction=all'],
  ['both directions, last page', ({ rows }) => `/transactions?direction=all&page=${Math.ceil(rows / 20)}`],
  ['type', () => '/transactions?type=REDEEM'],
  ['type, last page', ({ rows }) => `/transactions?type=REDEEM&page=${Math.ceil(rows / 160)}`],
  ['status', () => '/transactions?status=FAILED'],
  ['status, last page', ({ rows }) => `/transactions?status=FAILED&page=${Math.ceil(rows / 1_000)}`],
  ['one wallet', ({ walletId }) => `/transactions?walletId=${walletId}`],
  ['one wallet, last page', ({ walletId, rows }) => `/transactions?walletId=${walletId}&page=${Math.ceil(rows / 200)}`],
  ['externalId', ({ rows }) => `/transactions?externalId=${encodeURIComponent(`invoice ${rows / 2}`)}`],
  ['a window of 100 rows', () => '/transactions?from=2025-12-30T23:58:20Z'],
  ['(a scrape of /metrics)', () => '/metrics'],
]

const sides = [await stage('few', FEW), await stage('many', MANY)] as const
// What a million inserts have left is not collected in the middle of a request.
setFlagsFromString('--expose-gc')
runInNewContext('gc')()
process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}; medians of ${ROUNDS} in turns\n\n` +
    `| GET /transactions | ${FEW.toLocaleString('en')} rows | ${MANY.toLocaleString('en')} rows | ratio | longest pause |\n` +
    '| --- | --: | --: | --: | --: |\n',
)
for (const [what, path] of questions) {
  const times: [number[], number[]] = [[], []]
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (let round = 0; round < ROUNDS + 10; round++) {
    // Each side goes first in every other round: what the first one warms serves the second.
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const side = sides[index] ?? sides[0]
      // Somebody commits before each request, so that none finds its rows kept (`gateway/db/reader.ts`).
      await updateProfile(side.world.db, side.accountId, { name: `round ${round}` })
      if (index === 1 && round >= 10) delay.enable()
      const begun = performance.now()
      const answer = await (path(side) === '/metrics'
        ? side.app.request('http://localhost:7984/metrics', { headers: { host: 'localhost:7984' } })
        : side.ask('GET', path(side)))
      const text = await answer.text()
      const took = performance.now() - begun
      if (index === 1) {
        // One more turn, so that a pause at the end of the answer is seen too.
        await new Promise((resolve) => setTimeout(resolve, 2))
        delay.disable()
      }
      if (answer.status !== 200 || !/"items":\[\{|^sotto_transactions\{/m.test(text))
        throw new Error(text.slice(0, 300))
      if (round >= 10) times[index === 0 ? 0 : 1].push(took)
    }
  }
  const [few, many] = times.map(median)
  const pause = (delay.max / 1e6).toFixed(1)
  process.stdout.write(
    `| ${what} | ${ms(few)} | ${ms(many)} | ${((many ?? 0) / (few ?? 1)).toFixed(2)} | ${pause} ms |\n`,
  )
}
rmSync(folder, { recursive: true, force: true })
process.exit()

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function ms(value: number | undefined): string {
  return `${(value ?? 0).toFixed(2)} ms`
}
