import { randomBytes } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '../../gateway/accounts/create-account.ts'
import { createApiKey } from '../../gateway/auth/credentials/api-keys.ts'
import { clientOf, type Gateway, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { openPostgres } from '../harness/postgres.ts'
import { withStore } from '../harness/store.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'
import { measure } from './kit/load.ts'
import { inTurns, type Line, table } from './kit/report.ts'
import { seed } from './reads/reads.ts'

const CONNECTIONS = 16
const SECONDS = 2
const ROUNDS = 5
const WALLETS = 20
const EACH = 5

/** `node e2e/bench/replicas.ts`, after a build: two gateways on one PostgreSQL beside one of them alone, in turns. */
const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const postgres = await openPostgres()
const env = {
  ...testnet.environment(),
  DATABASE_URL: await postgres.newDatabase(),
  SOTTO_MASTER_KEY: randomBytes(32).toString('hex'),
}
const dataDir = join(folder.path, 'one')
const one = await startGateway({ dataDir, env })
const gateways = [one, await startGateway({ dataDir: join(folder.path, 'two'), env })]
const apiKey = await withStore(
  dataDir,
  async (store) => {
    const { id: accountId } = await createAccount(store, 'bench@example.org', 'correct horse battery')
    return (await createApiKey(store, { accountId, label: 'bench' })).secret
  },
  env,
)
const wallets = await openWallets(one, testnet)
const { id } = await withStore(dataDir, (store) => seed(store, wallets[0] ?? ''), env)

process.stdout.write(`${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}\n\n`)
process.stdout.write(`${table('Reads, requests per second', ['one', 'two'], await benchReads())}\n`)
process.stdout.write(`${table('Payments per second', ['one', 'two'], [await benchPayments()])}\n`)
for (const gateway of gateways) await gateway.stop()
await testnet.stop()
await postgres.stop()
folder.remove()

async function benchReads(): Promise<Line[]> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const lines: Line[] = []
  for (const path of ['/sandbox', '/me', `/transactions/${id}`, '/transactions']) {
    const over = async (some: Gateway[]) => {
      const each = some.map(({ url }) => ({ port: Number(new URL(url).port), path: `/api/v1${path}`, headers }))
      const counts = each.map((target) => measure(target, CONNECTIONS / each.length, SECONDS))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    }
    await over(gateways)
    lines.push(
      lineOf(
        `GET ${path.replace(id, '{id}')}`,
        await inTurns(
          ROUNDS,
          () => over([one]),
          () => over(gateways),
        ),
      ),
    )
  }
  return lines
}

/** Public transfers, one after the other in each wallet, all wallets at once. */
async function benchPayments(): Promise<Line> {
  const over = async (some: Gateway[]) => {
    const begun = performance.now()
    await Promise.all(wallets.map((wallet, index) => pay(some[index % some.length] ?? one, wallet)))
    return (wallets.length * EACH) / ((performance.now() - begun) / 1_000)
  }
  await over(gateways)
  return lineOf(
    `${WALLETS} wallets, ${EACH} payments each`,
    await inTurns(
      3,
      () => over([one]),
      () => over(gateways),
    ),
  )
}

async function pay(gateway: Gateway, walletId: string): Promise<void> {
  const to = `0x${'e1'.repeat(20)}`
  for (let payment = 0; payment < EACH; payment++)
    await clientOf(gateway, apiKey).transfer({ walletId, to, amount: '0.01', token: 'STABLE' })
}

function lineOf(what: string, { sotto, bare }: { sotto: number; bare: number }): Line {
  const digits = sotto < 100 ? 1 : 0
  return { what, sotto: sotto.toFixed(digits), bare: bare.toFixed(digits), ratio: (bare / sotto).toFixed(2) }
}

async function openWallets(gateway: Gateway, { controls }: Testnet): Promise<string[]> {
  const api = clientOf(gateway, apiKey)
  const made: string[] = []
  for (let count = 0; count < WALLETS; count++) {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    await controls.setBalance(wallet.address as `0x${string}`, 10n ** 18n)
    await api.fund({ walletId: wallet.id, amount: '100' })
    made.push(wallet.id)
  }
  return made
}
