import { expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { atomically } from '../../db/database.ts'
import { setPolicy } from '../../policies/store.ts'
import { alice, freeAddress, keyIn, setUpGateway, sotto, wallet, wire, world } from './verbs-fixture.ts'

setUpGateway()

const TO = `0x${'1'.repeat(40)}`
const settledOnly = async () =>
  (await alice.api.listTransactions({ type: 'TRANSFER', pageSize: 100 })).items.filter(
    ({ status }) => status === 'SETTLED',
  )

test('fund, mint, transfer and redeem pay, and say so; balance and tx tell the same', async () => {
  for (const [words, type] of [
    [['fund', '10', '--wallet', wallet.address], 'FUND'],
    [['mint', '5'], 'MINT'],
    [['transfer', '1.5', '--to', TO, '--external-id', 'rent', '--wallet', wallet.id], 'TRANSFER'],
    [['redeem', '2'], 'REDEEM'],
  ] as const) {
    const said = await sotto(words)
    expect(said).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${type} ${words[1]} c?STABLE: SETTLED\n`)),
    })
    expect(keyIn(said)).toMatch(/^[a-z][0-9a-z]{23}$/)
  }
  const list = await sotto(['tx', '--external-id', 'rent'])
  expect(list.out).toMatch(/^\S+ {2}\S+ {2}TRANSFER {2}SETTLED {2}1.5 cSTABLE {2}rent\n$/)
  const [, id = ''] = list.out.split('  ')
  const one = await sotto(['tx', id, '--json'])
  expect([one.code, JSON.parse(one.out)]).toMatchObject([0, { transaction: { id, amount: '1.5', externalId: 'rent' } }])
  expect((await sotto(['balance'])).out).toContain('61.5 cSTABLE, 47 STABLE, ')
  expect(JSON.parse((await sotto(['balance', '--json', '--wallet', wallet.id])).out)).toMatchObject({
    balances: [{ wallet: { id: wallet.id }, confidential: { amount: '61.5' } }],
  })
})

test('a call whose answer is lost is repeated with its key, which was told before, and pays once', async () => {
  const before = (await settledOnly()).length
  wire.lost = 1
  const said = await sotto(['transfer', '0.5', '--to', TO, '--wallet', wallet.id, '--json'])
  expect(said.code).toBe(0)
  expect(said.told).toMatch(
    /^Idempotency-Key: \S+\nThe gateway at http:\S+ cannot be reached: .*\?\nAsking again, with the same key\.\n$/,
  )
  const calls = wire.asked.filter(({ path }) => path === '/transfer')
  expect(calls.map(({ key }) => key)).toEqual([keyIn(said), keyIn(said)])
  expect(JSON.parse(said.out)).toMatchObject({
    outcome: 'settled',
    idempotencyKey: keyIn(said),
    transaction: { status: 'SETTLED', amount: '0.5' },
    error: null,
  })
  expect(await settledOnly()).toHaveLength(before + 1)
  const again = await sotto(['transfer', '0.5', '--to', TO, '--wallet', wallet.id, '--idempotency-key', keyIn(said)])
  expect(again).toMatchObject({ code: 0, told: `Idempotency-Key: ${keyIn(said)}\n` })
  expect(await settledOnly()).toHaveLength(before + 1)
})

test.each([
  ['an amount with a comma', ['transfer', '1,5', '--to', TO], 'the amount must be a decimal string'],
  ['seven decimals', ['mint', '0.0000001'], 'the amount must be a decimal string'],
  ['nothing', ['redeem', '0'], 'the amount must be greater than 0'],
  ['too much', ['fund', '1001'], 'the amount must be at most 1000'],
  ['no receiver', ['transfer', '1'], 'Name whom to pay, once: --to, --card, --to-wallet or --request.'],
  ['two receivers', ['transfer', '1', '--to', TO, '--to-wallet', 'x'], 'Name whom to pay, once'],
  ['a wrong address', ['transfer', '1', '--to', '0x12'], '--to '],
])('%s is refused before anything is asked or a key is told', async (_, words, message) => {
  const said = await sotto(words)
  expect(said).toMatchObject({ code: 1, out: '', told: expect.stringContaining(message) })
  expect([keyIn(said), wire.asked]).toEqual(['', []])
})

test('what the gateway refuses ends with 1 and its sentence, field by field', async () => {
  const said = await sotto(['transfer', '1000', '--to', TO, '--wallet', wallet.id])
  expect(said).toMatchObject({ code: 1, out: '' })
  expect(said.told).toMatch(/sotto: The request is not valid: see its details.\n {2}amount /)
  const json = await sotto(['transfer', '1000', '--to', TO, '--wallet', wallet.id, '--json'])
  expect(JSON.parse(json.out)).toMatchObject({
    outcome: 'refused',
    transaction: null,
    error: { code: 'validation_error' },
  })
})

test('a revoked key ends with 1, and with 3 where the payment may have been made before', async () => {
  const env = { SOTTO_API_KEY: `sotto_sk_${'x'.repeat(43)}` }
  const words = ['mint', '1', '--wallet', wallet.id]
  expect(await sotto(words, env)).toMatchObject({ code: 1, told: expect.stringContaining('This API key is unknown') })
  const again = await sotto([...words, '--idempotency-key', "it's"], env)
  expect(again).toMatchObject({ code: 3, told: expect.stringContaining(`--idempotency-key 'it'\\''s'`) })
})

test('a gateway that is not there has been sent nothing', async () => {
  const nowhere = { SOTTO_GATEWAY_URL: await freeAddress() }
  const said = await sotto(['mint', '1', '--wallet', wallet.id], nowhere)
  const told = `The gateway at ${nowhere.SOTTO_GATEWAY_URL} cannot be reached: does it run, and is the address right?`
  expect(said).toMatchObject({ code: 1, told: expect.stringContaining(told) })
  expect(await sotto(['tx', 'abc'], nowhere)).toMatchObject({ code: 3 })
  expect(await sotto(['tx', 'abc'])).toMatchObject({ code: 1 })
})

test('a wallet that cannot be looked up: nothing was sent, and by a key that is not new a payment may have been made', async () => {
  const nowhere = { SOTTO_GATEWAY_URL: await freeAddress() }
  const told = expect.stringContaining('cannot be reached')
  expect(await sotto(['mint', '1'], nowhere)).toMatchObject({ code: 1, told, out: '' })
  const again = await sotto(['mint', '1', '--idempotency-key', 'k', '--json'], nowhere)
  expect(again).toMatchObject({ code: 3, told: expect.stringContaining('--idempotency-key k') })
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'unknown', idempotencyKey: 'k', transaction: null })
})

test('what waits for a person ends with 4; so does a look at it', async () => {
  const set = (approveAbove: string | null) =>
    atomically(world.db, (db) => setPolicy(db, world.keys, 'account', alice.accountId, Policy.parse({ approveAbove })))
  await set('1')
  const said = await sotto(['transfer', '2', '--to', TO, '--wallet', wallet.id])
  await set(null)
  expect(said).toMatchObject({
    code: 4,
    out: expect.stringMatching(/^TRANSFER 2 cSTABLE: PENDING, waits for a person to approve it\n/),
    told: expect.stringMatching(
      /a person has to approve it until \S+Z: in the browser wallet, or with POST \/transactions\/(\w+)\/approve in a session. "sotto tx \1" says how it ends.\n$/,
    ),
  })
  const [, id = ''] = /"sotto tx (\w+)"/.exec(said.told) ?? []
  expect(await sotto(['tx', id])).toMatchObject({ code: 4 })
})

test('what a gateway answers cannot steer the terminal', async () => {
  const evil = 'x\u001b[2J\u202ey'
  await alice.api.mint({ walletId: wallet.id, amount: '0.1', externalId: 'safe' })
  await world.db.updateTable('transactions').set({ externalId: evil }).where('externalId', '=', 'safe').execute()
  const { out } = await sotto(['tx'])
  expect(out).toContain('x\\u{1b}[2J\\u{202e}y')
  expect(out).toMatch(/^[\x20-\x7e\n]+$/)
})
