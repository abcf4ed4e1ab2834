import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet } from '../../harness/testnet.ts'
import { type FarNode, inSequence, startFarNode } from '../kit/far-node.ts'
import { appointOperator } from '../kit/operators.ts'
import { median, milliseconds } from '../kit/report.ts'
import { bareVerbs, sottoVerbs } from './money.ts'

const DELAYS = [0, 20, 50, 100]
const ROUNDS = 5
/** With the bare script's verb, where that decrypts nothing. */
const VERBS = [
  ['fund', 'fund'],
  ['mint', 'mint'],
  ['transfer of STABLE', 'transfer of STABLE'],
  ['transfer of cSTABLE, moved amount checked', undefined],
  ['redeem, until the burn is in', 'redeem, until the burn is in'],
] as const

type Measured = { calls: number; requests: number; trips: number; ms: number }

/**
 * `node e2e/bench/payments/trips.ts`, after a build: what each money verb asks of the node, in how many requests, how often it waits for an answer before
 * it can ask on, and how long it takes when every answer comes late. The bare script of the other benchmarks is beside it.
 */
export async function benchTrips(): Promise<string> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const [ours, theirs] = [await startFarNode(testnet.info.rpcUrl), await startFarNode(testnet.info.rpcUrl)]
  const { account } = await appointOperator(testnet, folder.path)
  const gateway = await startGateway({
    dataDir: folder.path,
    env: { ...testnet.environment({ rpcUrl: ours.origin }), SOTTO_WORKER: 'off' },
  })
  const verbs = await sottoVerbs(clientOf(gateway, await makeKey(folder.path)), testnet)
  const bare = await bareVerbs({ info: { ...testnet.info, rpcUrl: theirs.origin } }, account)
  const rows: string[] = []
  for (const [verb, counterpart] of VERBS) {
    const sides: Side[] = [[ours, verbs[verb]]]
    if (counterpart !== undefined) sides.push([theirs, bare[counterpart]])
    rows.push(await row(verb, sides))
  }
  await bare.close()
  await gateway.stop()
  await Promise.all([ours.close(), theirs.close()])
  await testnet.stop()
  folder.remove()
  const columns = ['calls', 'requests', 'in sequence', ...DELAYS.map((delay) => `+${delay} ms`)]
  const head = [`| Sotto / bare viem | ${columns.join(' | ')} |`, `| --- |${' --: |'.repeat(columns.length)}`]
  return [...head, ...rows, ''].join('\n')
}

type Side = [node: FarNode, work: () => Promise<unknown>]

async function row(verb: string, sides: Side[]): Promise<string> {
  for (let round = 0; round < ROUNDS; round++) for (const [, work] of sides) await work()
  const cells: string[] = []
  for (const delay of DELAYS) {
    const measured = await inTurns(delay, sides)
    const cell = (show: (one: Measured) => string) => cells.push(measured.map(show).join(' / '))
    if (delay === 0) cell(({ calls }) => String(calls))
    if (delay === 0) cell(({ requests }) => String(requests))
    if (delay === 0) cell(({ trips }) => String(trips))
    cell(({ ms }) => ms.toFixed(0))
  }
  return `| ${[verb, ...cells].join(' | ')} |`
}

/** The median of each side. */
async function inTurns(delay: number, sides: Side[]): Promise<Measured[]> {
  const measured = sides.map((): Measured[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [node, work]] of sides.entries()) {
      node.delay = delay
      node.take()
      const ms = await milliseconds(work)
      const trips = node.take()
      const calls = trips.flatMap(({ methods }) => methods).length
      measured[index]?.push({ calls, requests: trips.length, trips: inSequence(trips), ms })
    }
  }
  return measured.map(middle)
}

function middle(all: Measured[]): Measured {
  const of = (field: keyof Measured) => median(all.map((one) => one[field]))
  return { calls: of('calls'), requests: of('requests'), trips: of('trips'), ms: of('ms') }
}

if (import.meta.main) process.stdout.write(await benchTrips())
