import { CHALLENGE_MS, WRONG_CODES_MAX } from '#shared/limits.ts'
import { randomToken } from '../../crypto/token.ts'
import type { Db } from '../../db/database.ts'
import type { ChallengeRow } from '../../db/schema/sign-in-rows.ts'
import { checkRow, rowMac } from '../../db/sealed/row-macs.ts'
import type { World } from '../../world/world.ts'

type Purpose = ChallengeRow['purpose']
export type Challenge = Pick<ChallengeRow, 'hash' | 'subject' | 'answerHash'>

/** Begins something that has to be finished within five minutes, for this purpose and no other. */
export async function makeChallenge(
  world: World,
  purpose: Purpose,
  about: { subject?: string; answer?: string },
): Promise<{ id: string; expiresAt: number }> {
  const now = await world.sharedNow(world.db)
  const id = randomToken()
  const expiresAt = now + CHALLENGE_MS
  await world.db.deleteFrom('challenges').where('expiresAt', '<=', now).execute()
  const row = {
    hash: hashOf(world, id),
    purpose,
    subject: about.subject ?? null,
    answerHash: about.answer === undefined ? null : answerHash(world, about.answer),
    wrong: 0,
    expiresAt: expiresAt,
  }
  await world.db
    .insertInto('challenges')
    .values({ ...row, mac: rowMac(world.keys, 'challenges', row) })
    .execute()
  return { id, expiresAt }
}

function hashOf(world: World, id: string) {
  return world.keys.hash('challenge', id)
}

/** Hash of the random value that a passkey signs. */
export function answerHash(world: World, answer: string) {
  return world.keys.hash('challenge-answer', answer)
}

/** Ends the sign-ins of an account that wait for their code: what they were begun with may not hold any more. */
export async function endChallenges(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('challenges').where('purpose', '=', 'sign-in-totp').where('subject', '=', accountId).execute()
}

/** Takes a challenge out of circulation: anyone who comes second, or with another purpose, finds none. */
export async function takeChallenge(world: World, purpose: Purpose, id: string): Promise<Challenge | undefined> {
  const now = await world.sharedNow(world.db)
  const taken = await world.db
    .deleteFrom('challenges')
    .where('hash', '=', hashOf(world, id))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return genuine(world, taken)
}

/** Looks a challenge up of which an attempt is left, and spends none. */
export async function findChallenge(world: World, purpose: Purpose, id: string): Promise<Challenge | undefined> {
  const now = await world.sharedNow(world.db)
  const found = await world.db
    .selectFrom('challenges')
    .selectAll()
    .where('hash', '=', hashOf(world, id))
    .where('purpose', '=', purpose)
    .where('wrong', '<', WRONG_CODES_MAX)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return genuine(world, found)
}

/** Spends one of the five attempts that a challenge allows; undefined where there is none left. */
export async function spendAttempt(world: World, purpose: Purpose, id: string): Promise<Challenge | undefined> {
  const now = await world.sharedNow(world.db)
  const tried = await world.db
    .updateTable('challenges')
    .set((e) => ({ wrong: e('wrong', '+', 1) }))
    .where('hash', '=', hashOf(world, id))
    .where('purpose', '=', purpose)
    .where('wrong', '<', WRONG_CODES_MAX)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return genuine(world, tried)
}

/** Throws `AlteredRow`: anyone who can write the database must not turn their own sign-in into another account's. */
function genuine(world: World, row: ChallengeRow | undefined): ChallengeRow | undefined {
  if (row !== undefined) checkRow(world.keys, 'challenges', row)
  return row
}

/** Ends the challenges of all accounts, and those that belong to no account yet. */
export async function endAllChallenges(db: Db): Promise<void> {
  await db.deleteFrom('challenges').execute()
}
