import { beforeEach, expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createSigner } from '../chain/live/wallet-keys.ts'
import { atomically } from '../db/database.ts'
import { cardStatement } from '../notas/format/statements.ts'
import { pinIssuer, unpinIssuer } from '../notas/issuers-store.ts'
import { forge, headerOf, newForger } from '../testing/nota-fixture.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'
import { setPolicy } from './store.ts'

let world: TestWorld
let victim: Tester
let thief: Tester
let walletId: string

/** The stolen key may pay to wallets of the account and to cards alone. */
beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000', SOTTO_RECEIPT_WAIT_MS: '2000' })
  victim = await createTester(world)
  thief = await createTester(world)
  walletId = (await walletWithMoney(victim)).id
  const keys = world.db.selectFrom('apiKeys').select('id').where('accountId', '=', victim.accountId)
  const { id } = await keys.executeTakeFirstOrThrow()
  const policy = Policy.parse({ destinations: { allow: ['wallets', 'cards'], otherwise: 'deny' } })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'api_key', id, policy))
})

/** A card that the owner of a new address has signed with its key, and with a card key of their own. */
async function ownCard() {
  const [signer, forger] = [createSigner(), newForger()]
  const iat = Math.floor(world.clock.now() / 1000)
  const card = { address: signer.address, chainId: world.chain.chainId, network: world.config.SOTTO_NETWORK, iat }
  const walletSignature = await world.chain.wallets.signTyped(signer, cardStatement({ ...card, key: forger.x }))
  const nota = forge(forger, headerOf(forger, 'address-card'), { v: 1, ...card, walletSignature })
  return { nota, fingerprint: forger.fingerprint }
}

async function cardHere({ api }: Tester, wallet: Parameters<Tester['api']['createWallet']>[0]) {
  const { id } = (await api.createWallet(wallet)).wallet
  return (await api.getWalletNota({ id })).nota
}

const paid = (nota: string) =>
  victim.api.transfer({ walletId, amount: '1', nota }).then(
    ({ transaction }) => transaction.status,
    (error: unknown) => (error instanceof Refused ? [error.code, error.details] : error),
  )
const denied = ['policy_denied', { rule: 'destinations', of: 'api_key' }]

test('a key that may pay to cards does not pay to a new address by signing a card for it', async () => {
  const { nota } = await ownCard()
  expect(await victim.api.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'unknown' } })
  expect(await paid(nota)).toEqual(denied)
})

test.each(['victim', 'thief'] as const)(
  'a card that this gateway makes of an address that the %s only watches is not paid to',
  async (who) => {
    const address = createSigner().address
    const nota = await cardHere(who === 'victim' ? victim : thief, { type: 'external', address })
    expect(await victim.api.verifyNota({ nota })).toMatchObject({ valid: true, issuer: { trust: 'this_gateway' } })
    expect(await paid(nota)).toEqual(denied)
  },
)

test('a card of a wallet in another account is not paid to', async () => {
  expect(await paid(await cardHere(thief, { type: 'custodial' }))).toEqual(denied)
})

test('a card whose key the server admin has pinned is paid to', async () => {
  const { nota, fingerprint } = await ownCard()
  await pinIssuer(world.db, { fingerprint, label: null, createdAt: 0 })
  expect(await paid(nota)).toBe('SETTLED')
})

test.each(['pinned', 'pinned no more'] as const)(
  'a payment that waited is paid to by a card whose key is %s',
  async (now) => {
    const { nota, fingerprint } = await ownCard()
    await pinIssuer(world.db, { fingerprint, label: null, createdAt: 0 })
    const policy = Policy.parse({ destinations: { allow: ['cards'], otherwise: 'deny' }, approveAbove: '1' })
    await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', victim.accountId, policy))
    const { id } = (await victim.api.transfer({ walletId, amount: '2', nota })).transaction
    if (now === 'pinned no more') await unpinIssuer(world.db, fingerprint)
    const person = await inSession(world, victim)
    const { code } = await person.tell('POST', `/transactions/${id}/approve`, {})
    const { status, waitingFor } = (await victim.api.getTransaction({ id })).transaction
    expect([code, status, waitingFor]).toEqual(
      now === 'pinned' ? ['ok', 'SETTLED', null] : ['policy_denied', 'PENDING', 'approval'],
    )
  },
)
