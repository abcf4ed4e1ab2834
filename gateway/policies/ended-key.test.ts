import { expect, test } from 'vitest'
import { createClient } from '#shared/client.ts'
import { Policy, type PolicyInput } from '#shared/model/policy.ts'
import { createApiKey } from '../auth/credentials/api-keys.ts'
import { atomically } from '../db/database.ts'
import { callInto, ORIGIN } from '../testing/call-into.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import { type Subject, setPolicy } from './store.ts'

const A = `0x${'1'.repeat(40)}`
const HOUR_MS = 60 * 60_000

test.each(['revoked', 'expired'])(
  'a payment of a limited key that waits counts for the account once the key is %s: nothing is set aside for it any more',
  async (how) => {
    const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
    const tester = await createTester(world)
    const [{ id: walletId }, other] = [await walletWithMoney(tester), await walletWithMoney(tester)]
    const set = (subject: Subject, id: string, input: PolicyInput) =>
      atomically(world.db, (db) => setPolicy(db, world.keys, subject, id, Policy.parse(input)))
    const expiresAt = how === 'expired' ? world.clock.now() + HOUR_MS : null
    const limits = { accountId: tester.accountId, label: 'limited', walletIds: [other.id], expiresAt }
    const { id: keyId, secret } = await createApiKey(world, limits)
    await set('account', tester.accountId, { maxPerDay: '20', approveAbove: '1' })
    await set('api_key', keyId, { maxPerDay: '5' })
    const limited = createClient({ origin: ORIGIN, apiKey: secret, fetch: callInto(tester.app) })
    const { id } = (await limited.transfer({ walletId: other.id, amount: '5', to: A })).transaction

    const person = () => inSession(world, tester)
    if (how === 'expired') world.clock.pass(HOUR_MS)
    else expect((await (await person()).tell('DELETE', `/api-keys/${keyId}`)).code).toBe('ok')
    await set('account', tester.accountId, { maxPerDay: '20' })
    await tester.api.transfer({ walletId, amount: '20', to: A })

    const answer = await (await person()).tell('POST', `/transactions/${id}/approve`, {})
    expect(answer.code).toBe('policy_denied')
    expect((await tester.api.getTransaction({ id })).transaction).toMatchObject({ waitingFor: 'approval' })
  },
)
