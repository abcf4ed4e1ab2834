import { randomUUID } from 'node:crypto'
import type { Claimed, Locks, RequestName } from '../../../world/locks.ts'
import type { Database } from '../../database.ts'
import { keep, LEASE_MS, ownerOf, take } from './rows.ts'

const claimOf = (note: string) => `${note} ${randomUUID()}`
const noteIn = (owner: string) => owner.slice(0, owner.lastIndexOf(' '))

/**
 * Requests under way, as rows of `leases`; within this process it is asked first. Nothing is fenced by them: what a request
 * began goes on behind its answer, and that a key makes one payment is held by the row of the key.
 */
export function createClaims(db: Database, here: Pick<Locks, 'claim'>): Pick<Locks, 'claim'> {
  async function claimRow(name: RequestName, note: string): Promise<Claimed> {
    const lease = { name, owner: claimOf(note) }
    // Who has it may end between the two questions.
    while (!(await take(db, lease, LEASE_MS))) {
      const other = await ownerOf(db, name)
      if (other?.lasts === true) return { is: 'taken', note: noteIn(other.owner) }
    }
    return {
      is: 'mine',
      release: keep(db, lease, LEASE_MS),
      async isHeld(within) {
        const now = await ownerOf(within, name)
        return now?.owner === lease.owner && now.lasts
      },
    }
  }

  return {
    async claim(name, note) {
      const local = await here.claim(name, note)
      if (local.is === 'taken') return local
      try {
        const claimed = await claimRow(name, note)
        if (claimed.is === 'taken') await local.release()
        if (claimed.is === 'taken') return claimed
        return { ...claimed, release: () => claimed.release().finally(local.release) }
      } catch (error) {
        await local.release()
        throw error
      }
    },
  }
}
