import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpawnedTestnet, spawnTestnet } from '../gateway/testnet/process/spawn.ts'
import { moneyOn, operator } from '../gateway/testnet/test-kit.ts'

/** `node scripts/testnet-figures.ts [transactions] [folder]`: the figures in gateway/testnet/README.md, measured here and now. */
const count = Number(process.argv[2] ?? 1_000)
const given = process.argv[3]
const folder = given ?? mkdtempSync(join(tmpdir(), 'sotto-figures-'))
const say = (what: string, figure: string) => console.log(`${what.padEnd(52)} ${figure}`)

async function timed<Result>(what: string, work: () => Promise<Result>, times = 1): Promise<Result> {
  const started = performance.now()
  let result = await work()
  for (let time = 1; time < times; time += 1) result = await work()
  say(what, `${((performance.now() - started) / times).toFixed(1)} ms`)
  return result
}

const start = () =>
  spawnTestnet({ dataDir: folder, operator: operator.address, log: (line) => console.log(`  ${line}`) })

function sizeOnDisk(): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function memoryOf(pid: number): string {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return `${(Number(kilobytes) / 1_000).toFixed(0)} MB`
  } catch {
    return 'unknown'
  }
}

async function memory(testnet: SpawnedTestnet): Promise<void> {
  say(
    'memory of anvil / of the test-net process',
    `${memoryOf(testnet.info.pids.anvil)} / ${memoryOf(testnet.info.pids.testnet)}`,
  )
}

let testnet = await timed('first start, ready', start)
await timed('stop', () => testnet.stop())
testnet = await timed('second start, ready', start)
const money = moneyOn(testnet.info)
const alice = await money.wallet(0n, 10n ** 12n)
await timed('faucet, sent to receipt', () => money.fund(alice.address, 1n, 0n), 10)
await timed('wrap (one ERC-1363 transfer of 0)', () => money.wrap(alice, 0n), 10)
await timed('fast input', () => money.input(alice.address, 1n), 20)
await timed('confidential transfer with fast input', () => money.transfer(alice, operator.address, 1n), 10)

let nonce = await money.reader.getTransactionCount({ address: alice.address })
const TOGETHER = 25
for (let sent = 0, since = performance.now(); sent < count; ) {
  const wave = await Promise.all(
    Array.from({ length: Math.min(TOGETHER, count - sent) }, async (_, index) => {
      const to = `0x${(0x10_000n + BigInt(sent + index)).toString(16).padStart(40, '0')}` as const
      const data = money.transferData(to, await money.input(alice.address, 1n))
      return money.sign(alice, testnet.info.cstable, data, 0n, nonce + index)
    }),
  )
  nonce += wave.length
  const sending = wave.map((serializedTransaction) => money.reader.sendRawTransaction({ serializedTransaction }))
  await Promise.all(sending)
  sent += wave.length
  if (sent % 1_000 === 0 || sent === count) {
    say(
      `${sent} transfers, the last 1,000 at`,
      `${((performance.now() - since) / Math.min(1_000, count)).toFixed(1)} ms each`,
    )
    since = performance.now()
    await memory(testnet)
    say('on disk', sizeOnDisk())
  }
}
await timed(`one more transfer after ${count}`, () => money.transfer(alice, operator.address, 1n), 5)

const { pids } = testnet.info
process.kill(pids.testnet, 'SIGKILL')
await testnet.exited
testnet = await timed(`start after ${count} transfers and kill -9`, start)
await memory(testnet)
await timed('stop', () => testnet.stop())
say('on disk', sizeOnDisk())
testnet = await timed(`start after ${count} transfers and an orderly stop`, start)
await testnet.stop()
if (!given) rmSync(folder, { recursive: true, force: true })
