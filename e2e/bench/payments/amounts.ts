import { join } from 'node:path'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet } from '../../harness/testnet.ts'
import { appointOperator } from '../kit/operators.ts'
import { inTurns, type Line, milliseconds } from '../kit/report.ts'
import { bareVerbs, sottoVerbs } from './money.ts'

const ROUNDS = 15
/** Where a side waits a second or two for decryptions. */
const FEW_ROUNDS = 5
const ONE = 1_000_000n

const confidential = 'transfer of cSTABLE, moved amount checked'
const paidOut = 'redeem, until paid out'

type Side = { name: string; work(): Promise<unknown> }

/** What it costs to know what moved: derived, decrypted, and beside a transfer whose amount is public. */
export async function benchAmounts(): Promise<Line[]> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const gateways: Gateway[] = []
  const start = async (name: string, settings: Record<string, string>) => {
    const dataDir = join(folder.path, name)
    const { account, env } = await appointOperator(testnet, folder.path)
    await testnet.money.fund(account.address, 1_000n * ONE, 0n)
    const gateway = await startGateway({ dataDir, env: { ...testnet.environment(), ...env, ...settings } })
    gateways.push(gateway)
    return sottoVerbs(clientOf(gateway, await makeKey(dataDir)), testnet)
  }
  const derived = await start('derived', {})
  const float = await start('float', { SOTTO_REDEEM_MODE: 'float' })
  const decrypted = await start('decrypted', { SOTTO_AMOUNTS: 'decrypted' })
  const bare = await bareVerbs(testnet, (await appointOperator(testnet, folder.path)).account)

  const script: Side = { name: 'bare script that decrypts', work: bare[confidential] }
  const open: Side = { name: 'our public transfer', work: derived['transfer of STABLE'] }
  const transfer: Side = { name: 'confidential transfer', work: derived[confidential] }
  const asked: Side = { name: 'the same, always decrypted', work: decrypted[confidential] }
  const lines = [
    await compare(FEW_ROUNDS, transfer, script),
    await compare(ROUNDS, transfer, open),
    await compare(FEW_ROUNDS, asked, script),
    await compare(ROUNDS, { name: 'redeem from the float, to SETTLED', work: float[paidOut] }, open),
    await compare(
      FEW_ROUNDS,
      { name: 'backed redeem, to SETTLED', work: derived[paidOut] },
      { name: 'bare backed redeem', work: bare[paidOut] },
    ),
  ]
  await bare.close()
  for (const gateway of gateways) await gateway.stop()
  await testnet.stop()
  folder.remove()
  return lines
}

async function compare(rounds: number, left: Side, right: Side): Promise<Line> {
  await left.work()
  await right.work()
  const result = await inTurns(
    rounds,
    () => milliseconds(left.work),
    () => milliseconds(right.work),
  )
  return {
    what: `${left.name} / ${right.name}`,
    sotto: `${result.sotto.toFixed(0)} ms`,
    bare: `${result.bare.toFixed(0)} ms`,
    ratio: (result.sotto / result.bare).toFixed(3),
  }
}
