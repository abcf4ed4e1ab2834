import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import type { WalletExport } from '#shared/model/wallet.ts'
import { settled } from '../batches/batches-fixture.ts'
import { round as payBatches } from '../batches/run/run-batches.ts'
import { walletKeys } from '../chain/live/wallet-keys.ts'
import type { Signer } from '../chain/port.ts'
import { lookAfterRequests } from '../collections/keep-collecting.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { round as workerRound } from '../transactions/worker.ts'
import { createDeliverer } from '../webhooks/deliver/keep-delivering.ts'
import type { Log } from '../world/log.ts'
import { createOutsider } from './outsider.ts'
import { tracesOf } from './test-traces.ts'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from './test-world.ts'
import { createVisitor, signedIn } from './visitor.ts'

const NEW_PASSWORD = 'four herons over the weir'
const PASSPHRASE = 'a passphrase for the export'
const AMOUNT = '731.424242'
const told = [
  'transaction.pending',
  'transaction.settled',
  'transaction.received',
  'request.paid',
  'batch.done',
] as const

/** Every line at every level, as it would be written. */
function listening(): { log: Log; text(): string } {
  const lines: string[] = []
  const note = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  return { log: { debug: note, info: note, warn: note, error: note }, text: () => lines.join('\n') }
}

/** What receivers were sent, with the address of the page of a request that was paid in the meantime, and a batch that was. */
async function getPaid(world: TestWorld, { api }: Tester, walletId: string): Promise<{ sent: string; page: string }> {
  let sent = ''
  world.post = async (url, { headers, body }) => {
    sent += `${url} ${JSON.stringify(headers)} ${body}\n`
    return { is: 'answered', status: 204 }
  }
  await api.createWebhook({ url: 'https://shop.example.org/hook', events: [...told] })
  const { request } = await api.createRequest({ walletId, amount: AMOUNT })
  createOutsider(world).payHidden(request.address as `0x${string}`, 731_424_242n)
  const row = { walletId, amount: AMOUNT, to: `0x${'3'.repeat(40)}` }
  const { id } = (await api.createBatch({ rows: [row] })).batch
  await api.startBatch({ id })
  for (let rounds = 0; rounds < 4; rounds++) {
    world.clock.pass(4_000)
    await look(world)
    await lookAfterRequests(world)
    await payBatches(world)
    await settled(world)
    await workerRound(world)
  }
  expect((await api.getRequest({ id: request.id })).request).toMatchObject({ status: 'PAID', received: AMOUNT })
  expect((await api.getBatch({ id })).batch).toMatchObject({ status: 'DONE' })
  const deliverer = createDeliverer(world)
  await deliverer.look()
  await deliverer.ended()
  return { sent, page: request.url }
}

/** Everything an account can do, with every secret it meets on the way. */
async function fullRun(file: string) {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000' }, file)
  const { log, text } = listening()
  world.log = log
  const signers: string[] = []
  world.chain = {
    ...world.chain,
    wallets: { ...world.chain.wallets, derive: (bytes) => kept(walletKeys.derive(bytes)) },
  }
  function kept(signer: Signer) {
    signers.push(signer.key)
    return signer
  }

  const tester = await createTester(world)
  const me = await signedIn(tester)
  const firstToken = me.cookie
  await me.tell('POST', '/me/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
  const { secret } = (await me.tell('POST', '/me/totp', { password: NEW_PASSWORD })).data
  const code = () => generateSync({ secret: String(secret), epoch: Math.floor(world.clock.now() / 1000) })
  const { recoveryCodes } = (await me.tell('POST', '/me/totp/confirm', { code: code() })).data
  const second = createVisitor(tester.app)
  const { challenge } = (await second.tell('POST', '/auth/login', { email: tester.email, password: NEW_PASSWORD })).data
  const challengeId = (challenge as { id: string }).id
  const [used = '', ...unused] = recoveryCodes as string[]
  expect((await second.tell('POST', '/auth/totp', { challengeId, code: used })).code).toBe('ok')
  const apiKey = String((await second.tell('POST', '/api-keys', { label: 'shop' })).data.secret)

  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  const other = await tester.api.createWallet({ type: 'custodial' })
  await tester.api.fund({ walletId: wallet.id, amount: '1000' })
  await tester.api.mint({ walletId: wallet.id, amount: '999' })
  await tester.api.transfer({ walletId: wallet.id, amount: AMOUNT, toWalletId: other.wallet.id, externalId: 'rent' })
  await tester.ask('POST', '/transfer', { walletId: wallet.id, amount: AMOUNT, to: `0x${'2'.repeat(40)}` })
  world.chain.ledger.holder(other.wallet.address as `0x${string}`).wei = 10n ** 18n
  await tester.api.redeem({ walletId: other.wallet.id, amount: AMOUNT })
  await tester.api.fund({ walletId: other.wallet.id, amount: '1000' })
  await tester.api.mint({ walletId: other.wallet.id, amount: '999' })
  const paid = await getPaid(world, tester, other.wallet.id)
  const { items } = await tester.api.listTransactions({})
  await tester.api.getWalletNota({ id: wallet.id })
  await tester.api.getTransactionNota({ id: items.find(({ status }) => status === 'SETTLED')?.id ?? '' })
  const exported = await second.tell('POST', `/wallets/${wallet.id}/export`, { passphrase: PASSPHRASE })
  expect((exported.data.export as WalletExport).version).toBe(1)
  await tester.ask('GET', '/wallets', undefined, { authorization: `Bearer ${apiKey}x` })

  const metrics = await tester.app.request('http://localhost/metrics', { headers: { host: 'localhost' } })

  const keys = signers.map((key) => Buffer.from(key.slice(2), 'hex'))
  return {
    world,
    logs: text(),
    paid,
    metrics: await metrics.text(),
    secrets: {
      password: PASSWORD,
      'new password': NEW_PASSWORD,
      'export passphrase': PASSPHRASE,
      'TOTP secret': String(secret),
      'used recovery code': used,
      'unused recovery code': unused[0] ?? '',
      'recovery code without dash': (unused[1] ?? '').replace('-', ''),
      'API key': apiKey.slice('sotto_sk_1234'.length),
      'first API key': tester.apiKey.slice('sotto_sk_1234'.length),
      'session token': firstToken.slice('sotto_session='.length),
      'second session token': second.cookie.slice('sotto_session='.length),
      'login challenge': challengeId,
      'private key': keys[0] ?? Buffer.alloc(32),
      'second private key': keys[1] ?? Buffer.alloc(32),
      'private key as text': signers[0]?.slice(2) ?? '',
      amount: AMOUNT,
      'amount in units': '731424242',
    },
  }
}

test('neither the database, the logs, the metrics nor the webhooks of a full run hold a secret or a confidential amount', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-at-rest-'))
  try {
    const { world, secrets, logs, metrics, paid } = await fullRun(join(folder, 'sotto.db'))
    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(8)
    const files = () => Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
    const running = files()
    expect(Object.keys(running)).toContain('sotto.db-wal')
    await world.db.destroy()
    expect(logs.length).toBeGreaterThan(1_000)
    expect(metrics).toContain('sotto_transactions{')
    for (const type of told) expect(paid.sent).toContain(`"type":"${type}"`)
    const said = {
      ...{ logs: Buffer.from(logs), metrics: Buffer.from(metrics) },
      ...{ webhooks: Buffer.from(paid.sent), page: Buffer.from(paid.page) },
    }
    expect(tracesOf(secrets, { ...running, ...said })).toEqual([])
    expect(tracesOf(secrets, files())).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each(['latin1', 'hex', 'base64', 'base64url'] as const)(
  'the search finds a secret written as %s, anywhere',
  (form) => {
    const secret = 'four herons over the weir'
    for (const before of ['', 'a', 'ab', 'abc']) {
      const place = Buffer.from(Buffer.from(`${before}${secret}zz`).toString(form))
      expect(tracesOf({ secret }, { place })).toHaveLength(1)
    }
  },
)
