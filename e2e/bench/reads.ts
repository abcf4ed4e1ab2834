import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DATABASE_FILE } from '../../gateway/cli/database-file.ts'
import { insertTransaction } from '../../gateway/transactions/write-store.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { withStore } from '../harness/store.ts'
import { measure, type Target } from './load.ts'
import { inTurns, type Line } from './report.ts'

const CONNECTIONS = 16
const SECONDS = 2
const ROUNDS = 5
const ROWS = 2_000

/** Requests per second of three reads, beside a raw handler that does the same SQLite reads on the same file. */
export async function benchReads(): Promise<Line[]> {
  const folder = temporaryFolder()
  const gateway = await startGateway({ dataDir: folder.path })
  const apiKey = makeKey(folder.path)
  const { wallet } = await clientOf(gateway, apiKey).createWallet({ type: 'custodial' })
  const { id, hash } = await seed(folder.path, wallet.id)
  const script = fileURLToPath(new URL('raw-server.ts', import.meta.url))
  const raw = fork(script, [join(folder.path, 'offline', DATABASE_FILE), hash, id])
  const [{ port: rawPort }] = (await once(raw, 'message')) as [AddressInfo]
  const port = Number(new URL(gateway.url).port)
  const headers = { authorization: `Bearer ${apiKey}` }

  const pairs: [string, Target, Target][] = [
    ['GET /sandbox', { port, path: '/api/v1/sandbox' }, { port: rawPort, path: '/sandbox' }],
    [
      'GET /transactions/{id}',
      { port, path: `/api/v1/transactions/${id}`, headers },
      { port: rawPort, path: '/transaction' },
    ],
    [
      'GET /transactions (20 items)',
      { port, path: '/api/v1/transactions', headers },
      { port: rawPort, path: '/transactions' },
    ],
  ]
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
  raw.disconnect()
  await gateway.stop()
  folder.remove()
  return lines
}

/** A history to read from; the hash under which the key is found. */
function seed(dataDir: string, walletId: string): Promise<{ id: string; hash: string }> {
  return withStore(dataDir, async ({ db, keys, newId, clock }) => {
    const key = await db.selectFrom('api_keys').select(['account_id', 'hash']).executeTakeFirstOrThrow()
    // Long enough ago that no read looks at the chain again.
    const yesterday = clock.now() - 24 * 60 * 60_000
    let id = ''
    await db.transaction().execute(async (trx) => {
      for (let row = 0; row < ROWS; row++) {
        id = newId()
        await insertTransaction(trx, keys, {
          id,
          accountId: key.account_id,
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
  })
}
