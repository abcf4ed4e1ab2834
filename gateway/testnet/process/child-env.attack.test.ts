import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSigner } from '../../chain/live/wallet-keys.ts'
import { childEnv } from './child-env.ts'
import { spawnTestnet } from './spawn.ts'

const SECRET = 'a password that nobody else needs'

test('no child gets more of the environment than it needs', () => {
  process.env.SOTTO_ADMIN_PASSWORD = SECRET
  try {
    expect(Object.values(childEnv())).not.toContain(SECRET)
    expect(Object.keys(childEnv()).filter((name) => name.startsWith('SOTTO_'))).toEqual([])
  } finally {
    delete process.env.SOTTO_ADMIN_PASSWORD
  }
})

test.runIf(process.platform === 'linux')('none of the running processes holds it', async () => {
  process.env.SOTTO_ADMIN_PASSWORD = SECRET
  const folder = mkdtempSync(join(tmpdir(), 'sotto-env-'))
  const { info, stop } = await spawnTestnet({ dataDir: folder, operator: createSigner().address })
  try {
    const family = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && descends(Number(pid)))
    expect(family.map(Number)).toEqual(expect.arrayContaining([info.pids.testnet, info.pids.anvil]))
    for (const pid of family) expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain(SECRET)
  } finally {
    delete process.env.SOTTO_ADMIN_PASSWORD
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Whether a process is a child of this one, however far. */
function descends(pid: number): boolean {
  for (let each = pid; each > 1; ) {
    try {
      each = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      return false
    }
    if (each === process.pid) return true
  }
  return false
}
