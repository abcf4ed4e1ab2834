import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createClient } from '#shared/client.ts'
import { Policy, type PolicyInput } from '#shared/model/policy.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createApp } from '../app.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import type { Place } from '../crypto/keyring.ts'
import { atomically } from '../db/database.ts'
import { callInto, ORIGIN } from '../testing/call-into.ts'
import { onPostgres } from '../testing/postgres/databases.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { type Subject, setPolicy } from './store.ts'

const SOMEBODY = `0x${'1'.repeat(40)}`
/** Around what the limited key may spend, what the account may, and what others have spent of that. */
const GUESSES = ['0.01', '0.3', '4.9', '5', '5.1', '14.7', '15', '19.7', '20', '20.1']

/** What a key that is limited to a wallet is answered to guesses, and the work for each, beside three payments of others. */
async function asked({ others, strangers }: { others: string; strangers: string }) {
  const work: string[] = []
  const countQueries: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      work.push(`${result.rows.length} rows`)
      return result
    },
  }
  const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' })
  const { open } = world.keys
  world.keys.open = (place: Place, sealed) => {
    work.push(`unseals ${place.table}.${place.column}`)
    return open.call(world.keys, place, sealed)
  }
  const app = createApp({ ...world, db: world.db.withPlugin(countQueries) } as TestWorld)
  const alice = await createTester(world, {}, app)
  const stranger = await createTester(world, {}, app)
  const [rich, poor, foreign] = [
    await walletWithMoney(alice),
    await walletWithMoney(alice),
    await walletWithMoney(stranger),
  ]
  const { accountId } = alice
  const { secret, id } = await createApiKey(world, { accountId, label: 'limited', walletIds: [poor.id] })
  const set = (subject: Subject, of: string, input: PolicyInput) =>
    atomically(world.db, (db) => setPolicy(db, world.keys, subject, of, Policy.parse(input)))
  await set('account', accountId, { maxPerDay: '20' })
  await set('api_key', id, { maxPerDay: '5' })
  await set('account', stranger.accountId, { maxPerDay: '20' })
  for (let times = 0; times < 3; times++) {
    await alice.api.transfer({ walletId: rich.id, amount: others, to: SOMEBODY })
    await stranger.api.transfer({ walletId: foreign.id, amount: strangers, to: SOMEBODY })
  }
  const limited = createClient({ origin: ORIGIN, apiKey: secret, fetch: callInto(app) })
  // Its first use is written down.
  await limited.getWallet({ id: poor.id })
  const answers = []
  for (const amount of GUESSES) {
    work.length = 0
    const answer = await limited.transfer({ walletId: poor.id, amount, to: SOMEBODY }).then(
      ({ transaction: { status, waitingFor } }) => ({ status, waitingFor }),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error
        const { code, message, details } = error
        return { code, message, details }
      },
    )
    // On PostgreSQL questions that are asked at once are answered in any order.
    answers.push({ amount, answer, work: onPostgres ? work.toSorted() : [...work] })
  }
  return answers
}

test('a limited key that guesses what others of its account, or another account, have spent gets the same answers by the same work', async () => {
  const little = await asked({ others: '0.01', strangers: '0.01' })
  expect(await asked({ others: '4.9', strangers: '6.6' })).toEqual(little)
  const passed = little.filter(({ answer }) => 'status' in answer).map(({ amount }) => amount)
  expect(passed).toEqual(['0.01', '0.3'])
  expect(little.every(({ work }) => work.length > 5)).toBe(true)
})
