import { Email } from '#shared/model/user.ts'
import { commonPasswords } from '../crypto/common-passwords.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { hashPassword, randomPassword } from '../crypto/password.ts'
import { atomically, type Database, type Db, isDuplicate } from '../db/database.ts'
import { printableLine } from '../world/printable.ts'
import type { Clock } from '../world/world.ts'
import { flawOf } from './password-rules.ts'
import { insertAccount } from './store.ts'

type Provisioning = { db: Database; keys: Keyring; clock: Clock; newId(): string }

/** The password is given where it was generated, to be shown once. */
export type Created = { id: string; email: string; password: string; generated: boolean }

/**
 * Provisions an account, by the same rules for e-mail and password as anywhere. With a password of the operator's choosing it
 * need not be changed; a generated one must. `also`: in the same commit.
 */
export async function createAccount(
  world: Provisioning,
  email: string,
  chosen?: string,
  also: (db: Db, id: string) => Promise<void> = async () => {},
): Promise<Created> {
  if (!Email.safeParse(email).success)
    throw new Error(`"${printableLine(email)}" is not an e-mail address: write one such as ada@example.org.`)
  const flaw = chosen === undefined ? undefined : flawOf(chosen, email, commonPasswords())
  if (flaw !== undefined) throw new Error(`The password ${flaw}.`)
  const id = world.newId()
  const password = chosen ?? randomPassword()
  const generated = chosen === undefined
  try {
    const passwordHash = await hashPassword(world.keys, id, password)
    // All else begins empty, which the store says.
    const account = { id, email, passwordHash, mustChangePassword: generated, now: world.clock.now() }
    await atomically(world.db, async (db) => {
      await insertAccount(db, world.keys, account)
      await also(db, id)
    })
  } catch (error) {
    if (isDuplicate(error, 'accounts')) throw new Error(`There is an account ${printableLine(email)} already.`)
    throw error
  }
  return { id, email, password, generated }
}
