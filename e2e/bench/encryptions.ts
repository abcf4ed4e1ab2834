import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { startTestnet } from '../harness/testnet.ts'
import { median, milliseconds } from './kit/report.ts'

/**
 * `node e2e/bench/encryptions.ts [encryptions]`, after a build: confidential transfers with genuine TFHE proofs, one after
 * the other, in turns with as long a time without any; in both, how late the gateway's event loop is, and how long reads and
 * public transfers of others take.
 */
const ENCRYPTIONS = Number(process.argv[2] ?? 10)
const QUIET_MS = 8_000
const BETWEEN_READS_MS = 10
const BETWEEN_PAYMENTS_MS = 400

type Seen = { reads: number[]; payments: number[]; lags: Lag[] }
type Lag = { p50: number; p99: number; max: number }

const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const preload = fileURLToPath(new URL('kit/loop-lag.mjs', import.meta.url))
const env = { ...testnet.environment(), SOTTO_FULL_PROOFS: 'on', SOTTO_RECEIPT_WAIT_MS: '180000' }
const runtime = [process.execPath, '--import', preload]
const gateway = await startGateway({ dataDir: folder.path, env, runtime })
const api = clientOf(gateway, await makeKey(folder.path))

const [hidden, open, to] = [await walletOf(api), await walletOf(api), await walletOf(api)]
await api.fund({ walletId: hidden, amount: '100' })
await api.mint({ walletId: hidden, amount: '100' })
await api.fund({ walletId: open, amount: '1000' })
const { transaction } = await api.fund({ walletId: to, amount: '1' })

const encrypt = () => api.transfer({ walletId: hidden, amount: '1', toWalletId: to })
const quiet: Seen = { reads: [], payments: [], lags: [] }
const busy: Seen = { reads: [], payments: [], lags: [] }
// The thread starts, and fetches its keys; and both sides are warm.
await encrypt()
await watch(() => pause(2_000), { reads: [], payments: [], lags: [] })

const took: number[] = []
for (let round = 0; round < ENCRYPTIONS; round++) {
  await watch(() => pause(QUIET_MS), quiet)
  took.push(await watch(encrypt, busy))
}

const ms = (value: number) => `${value.toFixed(1)} ms`
const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const row = (what: string, of: (seen: Seen) => number) =>
  `| ${what} | ${ms(of(busy))} | ${ms(of(quiet))} | ${(of(busy) / of(quiet)).toFixed(2)} |`
process.stdout.write(
  [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}: ${took.length} encryptions, ` +
      `${(median(took) / 1_000).toFixed(1)} s each in the median, ${(Math.max(...took) / 1_000).toFixed(1)} s the longest`,
    '',
    '| | while one is proved | while none is | ratio |',
    '| --- | --: | --: | --: |',
    row('event loop late, median', ({ lags }) => median(lags.map(({ p50 }) => p50))),
    row('event loop late, 99th of a hundred', ({ lags }) => median(lags.map(({ p99 }) => p99))),
    row('event loop late, the most', ({ lags }) => Math.max(...lags.map(({ max }) => max))),
    row('GET /transactions/{id}, median', ({ reads }) => median(reads)),
    row('GET /transactions/{id}, 99th of a hundred', ({ reads }) => at(reads, 0.99)),
    row('transfer of STABLE, median', ({ payments }) => median(payments)),
    row('transfer of STABLE, the longest', ({ payments }) => Math.max(...payments)),
    '',
  ].join('\n'),
)
await gateway.stop()
await testnet.stop()
folder.remove()

async function walletOf(client: Client): Promise<string> {
  return (await client.createWallet({ type: 'custodial' })).wallet.id
}

/** Reads and pays beside some work until that is over. Returns how long the work took. */
async function watch(work: () => Promise<unknown>, seen: Seen): Promise<number> {
  await lagOf(gateway)
  let over = false
  const until = async (once: () => Promise<unknown>, times: number[], between: number) => {
    while (!over) {
      times.push(await milliseconds(once))
      await pause(between)
    }
  }
  const others = Promise.all([
    until(() => api.getTransaction({ id: transaction.id }), seen.reads, BETWEEN_READS_MS),
    until(
      () => api.transfer({ walletId: open, amount: '0.01', toWalletId: to, token: 'STABLE' }),
      seen.payments,
      BETWEEN_PAYMENTS_MS,
    ),
  ])
  const took = await milliseconds(work).finally(() => {
    over = true
  })
  seen.lags.push(await lagOf(gateway))
  await others
  return took
}

/** Since it was asked the last time. */
async function lagOf({ process: child, output }: Gateway): Promise<Lag> {
  const said = () => [...output().stderr.matchAll(/^loop-lag (\S+) (\S+) (\S+)$/gm)]
  const before = said().length
  child.kill('SIGUSR2')
  for (let waits = 0; waits < 1_000; waits++) {
    const answer = said()[before]
    if (answer !== undefined) {
      const [p50 = Number.NaN, p99 = Number.NaN, max = Number.NaN] = answer.slice(1).map(Number)
      return { p50, p99, max }
    }
    await pause(10)
  }
  throw new Error('the gateway does not say how late it is')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
