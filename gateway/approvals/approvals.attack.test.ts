import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { approvalText, approvedBody } from '#shared/model/approval.ts'
import type { PolicyInput } from '#shared/model/policy.ts'
import { ORIGIN } from '../testing/call-into.ts'
import { createAuthenticator } from '../testing/test-authenticator.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'

const A = `0x${'1'.repeat(40)}`
let world: TestWorld
let tester: Tester
let person: Visitor
let wallet: { id: string }

beforeEach(async () => {
  const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000', SOTTO_RECEIPT_WAIT_MS: '2000' }
  world = await createTestWorld(roomy)
  tester = await createTester(world)
  wallet = await walletWithMoney(tester)
  person = await inSession(world, tester)
  await policy({ approveAbove: '1' })
})

const policy = async (input: PolicyInput | null) =>
  expect(await person.tell('PUT', '/policy', { policy: input })).toMatchObject({ status: 200 })
const pay = async (amount: string, to = A) =>
  (await tester.api.transfer({ walletId: wallet.id, amount, to })).transaction.id
const decide = (id: string, response?: object, as = person) =>
  as.tell('POST', `/transactions/${id}/approve`, response === undefined ? {} : { response })
const optionsOf = async (id: string) =>
  (await person.tell('POST', `/transactions/${id}/approve/options`, {})).data.options as { challenge: string }
const read = async (id: string) => (await tester.api.getTransaction({ id })).transaction
const arrived = () => world.chain.ledger.confidentialOf(A as `0x${string}`)

async function withPasskey() {
  const authenticator = createAuthenticator(ORIGIN)
  const { data } = await person.tell('POST', '/me/passkeys/options', {})
  const response = authenticator.register(data.options as never)
  const added = await person.tell('POST', '/me/passkeys', { challengeId: data.challengeId, name: 'laptop', response })
  expect(added.code).toBe('ok')
  return authenticator
}

test('a person lets it pass once, by a fresh sign-in', async () => {
  const id = await pay('2')
  expect(arrived()).toBe(0n)
  const both = await Promise.all([decide(id), decide(id)])
  expect(both.map(({ code }) => code).sort()).toEqual(['not_waiting', 'ok'])
  expect(await read(id)).toMatchObject({ status: 'SETTLED', waitingFor: null })
  expect(arrived()).toBe(2_000_000n)
  expect((await decide(id)).code).toBe('not_waiting')
})

test.each(['key', 'asking session', 'stale session', 'stranger'])('no approval by the %s', async (who) => {
  const asker = who === 'asking session' ? person : undefined
  const asked = { walletId: wallet.id, amount: '2', to: A }
  const made = asker === undefined ? undefined : await asker.tell('POST', '/transfer', asked)
  const id = made === undefined ? await pay('2') : (made.data.transaction as { id: string }).id
  if (who === 'stale session') world.clock.pass(11 * 60_000)
  const outcome = {
    key: async () => {
      const answer = await tester.ask('POST', `/transactions/${id}/approve`, {})
      return ((await answer.json()) as { error: { code: string } }).error.code
    },
    'asking session': async () => (await decide(id)).code,
    'stale session': async () => (await decide(id)).code,
    stranger: async () => (await decide(id, undefined, await inSession(world, await createTester(world)))).code,
  }[who]
  const codes: Record<string, string> = {
    key: 'session_required',
    'asking session': 'own_payment',
    'stale session': 'reauthentication_required',
    stranger: 'not_found',
  }
  expect(await outcome?.()).toBe(codes[who])
  expect(await read(id)).toMatchObject({ status: 'PENDING', waitingFor: 'approval' })
  expect(arrived()).toBe(0n)
})

test('a passkey signs this payment: on another one, of another amount, or once more, its signature is worth nothing', async () => {
  const authenticator = await withPasskey()
  const [one, same, more] = [await pay('2'), await pay('2'), await pay('3')]
  const response = authenticator.sign((await optionsOf(one)) as never)
  expect((await decide(one)).code).toBe('invalid_passkey')
  for (const other of [same, more]) expect((await decide(other, response)).code).toBe('invalid_passkey')
  // What signs in approves nothing.
  const { data } = await person.tell('POST', '/auth/passkey/options', {})
  if (data.options !== undefined)
    expect((await decide(one, authenticator.sign(data.options as never))).code).toBe('invalid_passkey')
  const again = authenticator.sign((await optionsOf(one)) as never)
  expect((await decide(one, again)).code).toBe('ok')
  expect((await decide(one, again)).code).toBe('not_waiting')
  expect(arrived()).toBe(2_000_000n)
})

test('what is signed is the hash of what the API answers, of a transfer as of a redeem: a wallet makes it by itself', async () => {
  await pay('2')
  await tester.api.redeem({ walletId: wallet.id, amount: '3' })
  await tester.api.transfer({ walletId: wallet.id, amount: '4', to: A, externalId: 'invoice-7' })
  const { approvals } = await tester.api.listApprovals({})
  expect(approvals).toHaveLength(3)
  for (const { transaction, challenge } of approvals) {
    const body = approvedBody(tester.accountId, world.chain.chainId, transaction)
    const text = body === undefined ? '' : approvalText(body)
    expect(createHash('sha256').update(text).digest('base64url'), transaction.type).toBe(challenge)
    expect(await optionsOf(transaction.id)).toMatchObject({ challenge })
  }
})

test('after its time, or once rejected, nothing is approved', async () => {
  const [late, refused] = [await pay('2'), await pay('2')]
  expect((await person.tell('POST', `/transactions/${refused}/reject`)).code).toBe('ok')
  expect((await decide(refused)).code).toBe('not_waiting')
  expect(await read(refused)).toMatchObject({ status: 'FAILED', failure: 'approval_rejected' })
  world.clock.pass(24 * 60 * 60_000 - 1_000)
  const awake = await inSession(world, tester)
  world.clock.pass(1_000)
  expect((await decide(late, undefined, awake)).code).toBe('not_waiting')
  expect(await read(late)).toMatchObject({ status: 'FAILED', failure: 'approval_expired' })
  expect(arrived()).toBe(0n)
})

test('limits and cover are looked at again: what they refuse goes on waiting', async () => {
  const id = await pay('50')
  await policy({ approveAbove: '1', maxPerDay: '49' })
  expect((await decide(id)).code).toBe('policy_denied')
  expect(await read(id)).toMatchObject({ waitingFor: 'approval' })
  await policy(null)
  await tester.api.transfer({ walletId: wallet.id, amount: '20', to: A })
  expect((await decide(id)).code).toBe('validation_error')
  expect(await read(id)).toMatchObject({ waitingFor: 'approval' })
  await tester.api.fund({ walletId: wallet.id, amount: '100' })
  await tester.api.mint({ walletId: wallet.id, amount: '50' })
  expect((await decide(id)).code).toBe('ok')
})

test('what waits is what was asked for, whatever somebody writes into the database', async () => {
  const id = await pay('2')
  await world.db
    .updateTable('transactions')
    .set({ toAddress: `0x${'9'.repeat(40)}` })
    .where('id', '=', id)
    .execute()
  expect((await decide(id)).code).toBe('ok')
  expect(arrived()).toBe(2_000_000n)
  const next = await pay('2')
  await world.db.updateTable('approvals').set({ expiresAt: 9e12 }).where('transactionId', '=', next).execute()
  expect((await decide(next)).code).toBe('internal_error')
})

/** Outcomes of what a person has decided, as the audit log has them. */
async function logged(type: 'approval.approved' | 'approval.rejected') {
  const rows = world.db.selectFrom('events').select(['outcome', 'credentialType', 'subject']).where('type', '=', type)
  return rows.execute()
}

test('who approved stands in the audit log together with the call, before the network hears of it', async () => {
  const id = await pay('2')
  world.step = (name) => {
    if (name === 'before sending') throw new Error('killed')
  }
  expect((await decide(id)).code).toBe('internal_error')
  world.step = () => undefined
  expect(await read(id)).toMatchObject({ status: 'PENDING', waitingFor: 'confirmation' })
  expect(await logged('approval.approved')).toEqual([{ outcome: 'ok', credentialType: 'session', subject: id }])
})

test('who rejected stands in the audit log once, together with the end of the wait', async () => {
  const id = await pay('2')
  expect((await person.tell('POST', `/transactions/${id}/reject`, {})).code).toBe('ok')
  expect((await person.tell('POST', `/transactions/${id}/reject`, {})).code).toBe('not_waiting')
  expect((await logged('approval.rejected')).map(({ outcome }) => outcome)).toEqual(['ok', 'not_waiting'])
})
