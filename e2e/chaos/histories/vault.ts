import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { OPERATOR_ACCOUNT } from '../../../gateway/accounts/operator-account.ts'
import type { Sent } from '../../../gateway/chain/fake/ledger.ts'
import { openSqlite } from '../../../gateway/db/sqlite.ts'
import { noteRestore } from '../../../gateway/legs/reconciling/restores-store.ts'
import type { TestWorld } from '../../../gateway/testing/test-world.ts'
import { emptyBacklog, reconcileRound } from '../../../gateway/transactions/rebuilding/keep-reconciling.ts'
import type { Town } from './town.ts'

/**
 * Drops forgotten payments that wait in the pool behind a nonce that is missing: no count shows them, so that they can be paid
 * twice (a limit of restores: decision 0001, `forgotten-twice.attack.test.ts`).
 */
export async function dropUnshown({ chain, db }: Pick<TestWorld, 'chain' | 'db'>): Promise<void> {
  const { ledger } = chain
  const { pending } = ledger
  const known = new Set((await db.selectFrom('attempts').select('hash').execute()).map(({ hash }) => hash))
  const isShown = ({ sender, nonce }: Sent): boolean =>
    nonce <= ledger.holder(sender).nonce ||
    pending.some((before) => before.sender === sender && before.nonce === nonce - 1 && isShown(before))
  const kept = pending.filter((sent) => known.has(sent.hash) || isShown(sent))
  pending.splice(0, pending.length, ...kept)
}

/** Backups of a town's database. */
export type Vault = {
  backUp(): Promise<void>
  /** Puts the newest backup back, if there is one. `emptiesPools`: what waited there is never mined. */
  restore(emptiesPools: boolean): Promise<void>
  /** One round of what runs beside the requests, and finds forgotten payments. Nothing before the first restore. */
  lookRound(): Promise<void>
  readonly restores: number
  close(): void
}

export function createVault(town: Town): Vault {
  let folder: string | undefined
  const fileOf = (name: string) => {
    folder ??= mkdtempSync(join(tmpdir(), 'sotto-history-'))
    return join(folder, `${name}.db`)
  }
  let backlog = emptyBacklog()
  let [backups, restores] = [0, 0]
  return {
    get restores() {
      return restores
    },
    async backUp() {
      await sql`vacuum into ${sql.lit(fileOf(`backup-${++backups}`))}`.execute(town.world.db)
    },
    async restore(emptiesPools) {
      if (backups === 0) return
      const { chain, clock, db } = town.world
      if (emptiesPools) chain.ledger.pending.splice(0)
      await db.destroy()
      const file = fileOf(`now-${++restores}`)
      copyFileSync(fileOf(`backup-${backups}`), file)
      const restored = openSqlite(file)
      await noteRestore(restored, clock.now())
      town.putBack(restored)
      await dropUnshown(town.world)
      backlog = emptyBacklog()
    },
    async lookRound() {
      if (restores > 0) await reconcileRound(town.world, OPERATOR_ACCOUNT, backlog)
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true })
    },
  }
}
