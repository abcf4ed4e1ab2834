import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { DATABASE_FILE } from '../../../gateway/cli/database-file.ts'
import type { Store } from '../../../gateway/cli/open-store.ts'
import { insertTransaction } from '../../../gateway/transactions/write-store.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { withStore } from '../../harness/store.ts'
import { measure, type Target } from '../kit/load.ts'
import { inTurns, type Line } from '../kit/report.ts'

const CONNECTIONS = 16
const SECONDS = 2
const ROUNDS = 5
const ROWS = 2_000

/** Requests per second of reads, beside a raw handler that does the same SQLite reads on the same file. */
export async function benchReads(): Promise<Line[]> {
  return withGateway(async ({ dataDir, apiKey, port, id, hash }) => {
    const raw = await startServer('raw-server.ts', [join(dataDir, 'offline', DATABASE_FILE), hash, id])
    const headers = { authorization: `Bearer ${apiKey}` }
    const lines = await compareAll([
      ['GET /sandbox', { port, path: '/api/v1/sandbox' }, { port: raw.port, path: '/sandbox' }],
      [
        'GET /transactions/{id}',
        { port, path: `/api/v1/transactions/${id}`, headers },
        { port: raw.port, path: '/transaction' },
      ],
      [
        'GET /transactions (20 items)',
        { port, path: '/api/v1/transactions', headers },
        { port: raw.port, path: '/transactions' },
      ],
    ])
    raw.stop()
    return lines
  })
}

/** The same beside a server that was written by hand and has the gateway's duties. */
export async function benchPeer(): Promise<Line[]> {
  return withGateway(async ({ dataDir, apiKey, port, id }) => {
    const peer = await startServer('peer-server.ts', [dataDir])
    const headers = { authorization: `Bearer ${apiKey}` }
    const paths = ['/me', '/wallets', `/transactions/${id}`, '/transactions'].map((path) => `/api/v1${path}`)
    for (const path of paths) await requireSame([port, peer.port], path, headers)
    const pairs = paths.map((path): Pair => {
      const what = `GET ${path.slice('/api/v1'.length).replace(id, '{id}')}`
      return [what, { port, path, headers }, { port: peer.port, path, headers }]
    })
    const lines = await compareAll(pairs)
    peer.stop()
    return lines
  })
}

/** A peer that answers something else would be no peer. */
async function requireSame(ports: number[], path: string, headers: Record<string, string>): Promise<void> {
  const answers = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json())
  const [ours, theirs] = await Promise.all(answers)
  if (!isDeepStrictEqual(ours, theirs)) throw new Error(`the peer answers ${path} otherwise`)
}

type Pair = [what: string, ours: Target, other: Target]

async function compareAll(pairs: Pair[]): Promise<Line[]> {
  const lines: Line[] = []
  for (const [what, ours, bare] of pairs) {
    for (const target of [ours, bare]) await measure(target, CONNECTIONS, 1)
    const result = await inTurns(
      ROUNDS,
      () => measure(ours, CONNECTIONS, SECONDS),
      () => measure(bare, CONNECTIONS, SECONDS),
    )
    const ratio = (result.sotto / result.bare).toFixed(2)
    lines.push({ what, sotto: result.sotto.toFixed(0), bare: result.bare.toFixed(0), ratio })
  }
  return lines
}

type Stage = { dataDir: string; apiKey: string; port: number; id: string; hash: string }

async function withGateway(work: (stage: Stage) => Promise<Line[]>): Promise<Line[]> {
  const folder = temporaryFolder()
  const gateway = await startGateway({ dataDir: folder.path })
  const apiKey = await makeKey(folder.path)
  const api = clientOf(gateway, apiKey)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  for (let more = 0; more < 4; more++) await api.createWallet({ type: 'custodial' })
  const seeded = await withStore(folder.path, (store) => seed(store, wallet.id))
  const port = Number(new URL(gateway.url).port)
  const lines = await work({ dataDir: folder.path, apiKey, port, ...seeded })
  await gateway.stop()
  folder.remove()
  return lines
}

async function startServer(script: string, args: string[]) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args)
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  return { port, stop: () => child.disconnect() }
}

/** A history to read from; the hash under which the key is found. */
export async function seed({ db, keys, newId, clock }: Store, walletId: string): Promise<{ id: string; hash: string }> {
  const key = await db.selectFrom('apiKeys').select(['accountId', 'hash']).executeTakeFirstOrThrow()
  // Long enough ago that no read looks at the chain again.
  const yesterday = clock.now() - 24 * 60 * 60_000
  let id = ''
  await db.transaction().execute(async (trx) => {
    for (let row = 0; row < ROWS; row++) {
      id = newId()
      await insertTransaction(trx, keys, {
        id,
        accountId: key.accountId,
        walletId,
        type: 'TRANSFER',
        status: 'SETTLED',
        units: BigInt(row) * 1_000n,
        token: 'cSTABLE',
        confidential: true,
        from: null,
        to: `0x${'1'.repeat(40)}`,
        externalId: `invoice ${row}`,
        txHash: `0x${'2'.repeat(64)}`,
        error: null,
        now: yesterday + row,
      })
    }
  })
  return { id, hash: key.hash }
}
