import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceGateway } from '../../db/postgres/leases/gateways.ts'
import { bareDatabase, openMade } from '../../testing/postgres/databases.ts'
import { createProgram } from '../program.ts'
import type { Status } from '../status/gather.ts'
import { everyRow, installed } from '../status/status-fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-status-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

/** The rows of leases say when gateways were seen last. */
const withoutLeases = (rows: string) => rows.replace(/"leases",\[.*?\],"legs"/, '')

test('on PostgreSQL the status is told beside gateways, which it counts, and nothing is written', async () => {
  const env = { SOTTO_DATA_DIR: folder, DATABASE_URL: await bareDatabase(), SOTTO_PORT: '1' }
  await installed(env)
  const db = openMade(env.DATABASE_URL)
  const gateways = [await announceGateway(db), await announceGateway(db)]
  const before = withoutLeases(await everyRow(env))
  const out: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0)
  await (await createProgram(env)).parseAsync(['node', 'sotto', 'status', '--json'])
  write.mockRestore()
  expect(process.exitCode).toBe(2)
  expect(JSON.parse(out.join('')) as Status).toMatchObject({
    database: { kind: 'postgresql' },
    gateway: { ready: null, onDatabase: 2 },
    underWay: { payments: 1, waitingFor: { operator_liquidity: 1 } },
    promised: { payouts: 1, stable: '1' },
  })
  expect(withoutLeases(await everyRow(env))).toBe(before)
  for (const gateway of gateways) await gateway.end()
})

test('the database of another network is refused, not bound', async () => {
  const env = { SOTTO_DATA_DIR: folder, DATABASE_URL: await bareDatabase(), SOTTO_PORT: '1' }
  await installed(env)
  const other = await createProgram({ ...env, SOTTO_NETWORK: 'sepolia' })
  await expect(other.parseAsync(['node', 'sotto', 'status'])).rejects.toThrow('belongs to the network offline')
})
