import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textIn } from '#shared/files/text-file.ts'
import { formatEther } from '#shared/model/money.ts'
import { feesNow } from '../../legs/fees.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import {
  addressOf,
  alice,
  draft,
  rowsOf,
  rowsTo,
  runToEnd,
  setUpEach,
  start,
  wallet,
  world,
} from '../batches-fixture.ts'

setUpEach()

const sample = (name: string) => textIn(readFileSync(new URL(`../file/samples/${name}`, import.meta.url)))
const flawsIn = async (input: Parameters<typeof draft>[0]) =>
  (await draft(input)).report.firstFlaws.map(({ row, line, column, message, reason }) => [
    row,
    line,
    column,
    message,
    reason,
  ])

describe('each complaint names row and column', () => {
  test('of a CSV file', async () => {
    expect(await flawsIn({ csv: sample('payroll-de.csv'), walletId: wallet.id })).toEqual([
      [3, 4, 'Betrag', expect.stringMatching(/^has a comma/), 'comma'],
      [4, 5, 'Adresse', expect.stringMatching(/^must be an address/), 'address'],
      [5, 6, 'Betrag', 'must be greater than 0', 'amount'],
    ])
  })

  test('of another', async () => {
    expect(await flawsIn({ csv: sample('accounting-us.csv'), walletId: wallet.id })).toEqual([
      [1, 2, 'Notes', expect.stringMatching(/^must be one line/), 'text'],
      [2, 4, 'Amount Due', expect.stringMatching(/^has a comma/), 'comma'],
      [4, 6, '', expect.stringMatching(/^has 7 cells/), 'cells'],
    ])
  })

  test('of a spreadsheet in another currency', async () => {
    const csv = sample('spreadsheet-fr.csv')
    const amount = [3, 4, 'Montant', expect.stringMatching(/decimals/), 'amount']
    expect(await flawsIn({ csv, walletId: wallet.id })).toEqual([amount])
    expect(await flawsIn({ csv: csv.replaceAll('\tUSD\t', '\tEUR\t'), walletId: wallet.id })).toEqual([
      ...[1, 2, 3].map((row) => [row, row + 1, 'Devise', 'must be USD', 'currency']),
      amount,
    ])
  })

  test('of an amount with points between thousands, once', async () => {
    expect(await flawsIn({ csv: `amount;to\n2.500.000;${addressOf(1)}\n`, walletId: wallet.id })).toEqual([
      [1, 2, 'amount', expect.stringMatching(/^may be thousands or decimals/), 'comma'],
    ])
  })

  test('of a document that is to be executed later, by the clock of the gateway', async () => {
    const dated = (ms: number) => {
      const day = `<ReqdExctnDt>${new Date(world.clock.now() + ms).toISOString().slice(0, 10)}</ReqdExctnDt>`
      return sample('payroll.xml').replace('<PmtInf>', `<PmtInf>${day}`).replace('WALLET', wallet.address)
    }
    const { report } = await draft({ pain001: dated(3 * 86_400_000) })
    expect(report.firstFlaws.filter(({ reason }) => reason === 'date').map(({ row }) => row)).toEqual([1, 2, 3, 4])
    expect((await draft({ pain001: dated(0) })).report.flaws).toBe(3)
  })

  test('of a pain.001 document', async () => {
    const pain001 = sample('payroll.xml').replace('WALLET', wallet.address)
    expect(await flawsIn({ pain001 })).toEqual([
      [3, 19, 'InstdAmt/@Ccy', 'must be USD', 'currency'],
      [4, 25, 'CdtrAcct/Id/IBAN', expect.stringMatching(/^is a bank account/), 'bank_account'],
      [4, 25, 'CdtrAcct', expect.stringMatching(/^exactly one of/), 'receivers'],
    ])
  })

  const good = () => ({ walletId: wallet.id, amount: '1', to: addressOf(1) })
  test.each([
    ['no wallet', { walletId: '' }, 'walletId', 'required'],
    ['a foreign wallet', { walletId: 'none' }, 'walletId', 'unknown_wallet'],
    ['a comma', { amount: '1,5' }, 'amount', 'comma'],
    ['a sign', { amount: '-1' }, 'amount', 'amount'],
    ['an exponent', { amount: '1e3' }, 'amount', 'amount'],
    ['seven decimals', { amount: '1.0000001' }, 'amount', 'amount'],
    ['nothing', { amount: '0' }, 'amount', 'amount'],
    ['too much', { amount: '18446744073710' }, 'amount', 'amount'],
    ['a token that there is not', { token: 'EUR' }, 'token', 'token'],
    ['two receivers', { toWalletId: 'x' }, 'to', 'receivers'],
    ['no receiver', { to: null }, 'to', 'receivers'],
    ['a wrong checksum', { to: `0x${'aB'.repeat(20)}` }, 'to', 'address'],
    ['the zero address', { to: `0x${'0'.repeat(40)}` }, 'to', 'recipient'],
    ['no card', { to: null, nota: 'nota1.x.y.z' }, 'nota', 'card'],
    ['a control character', { externalId: 'a\u0007' }, 'externalId', 'text'],
    ['no amount', { amount: null }, 'amount', 'required'],
    ['a memo of two lines', { memo: 'a\nb' }, 'memo', 'text'],
  ])('of JSON: %s', async (_, change, column, reason) => {
    const flaws = await flawsIn({ rows: [good(), { ...good(), ...change }] })
    expect(flaws).toEqual([[2, null, column, expect.any(String), reason]])
  })
})

test('rows with flaws are stored, are never paid, and hold the others back until a person says so', async () => {
  const { id } = await draft({ rows: [...rowsTo(2), { ...rowsTo(1)[0], amount: '1,5' }] })
  await expect(alice.api.startBatch({ id })).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'skipFlaws', message: expect.stringMatching(/^1 row has a flaw/) }],
  })
  await start(id)
  await runToEnd(id)
  expect((await rowsOf(id)).map(({ status, error }) => [status, error])).toEqual([
    ['SETTLED', null],
    ['SETTLED', null],
    ['INVALID', expect.stringMatching(/^amount has a comma/)],
  ])
  await expect(start((await draft({ rows: [{ amount: 'x' }] })).id)).rejects.toMatchObject({ code: 'batch_conflict' })
})

test('what is paid twice is said: within the batch, in another batch, by a single payment, and not after 90 days', async () => {
  const [row] = rowsTo(1)
  const single = await alice.api.transfer({ walletId: wallet.id, amount: '0.02', to: addressOf(7), externalId: 'rent' })
  const other = await draft({ rows: [{ ...rowsTo(1)[0], externalId: 'other batch' }] })
  const rows = [
    row,
    { ...row },
    { ...row, externalId: 'other batch' },
    { ...row, amount: '0.02', to: addressOf(7), externalId: 'rent' },
    { ...row, externalId: 'new' },
  ] as NonNullable<Parameters<typeof draft>[0]['rows']>
  const { report } = await draft({ rows })
  expect(report.firstDuplicates.map((one) => [one.row, one.of.row, one.of.batchId, one.of.transactionId])).toEqual([
    [2, 1, null, null],
    [3, 1, other.id, null],
    [4, null, null, single.transaction.id],
  ])
  world.clock.pass(90 * 86_400_000 + 1)
  const later = await alice.ask('POST', '/batches', { rows })
  const { data } = (await later.json()) as { data: { batch: { report: { duplicates: number } } } }
  expect(data.batch.report.duplicates).toBe(1)
})

test('of several payments that a row would repeat the newest is named', async () => {
  const [row] = rowsTo(1)
  const repeated = async () => (await draft({ rows: rowsTo(1) })).report.firstDuplicates[0]?.of
  const pay = async () => (await alice.api.transfer(row as NonNullable<typeof row>)).transaction
  const first = await pay()
  world.clock.pass(80 * 86_400_000)
  expect(await repeated()).toMatchObject({ transactionId: first.id, batchId: null })
  world.clock.pass(3_600_000)
  const { id } = await draft({ rows: rowsTo(1) })
  await start(id)
  await runToEnd(id)
  const [paid] = (await alice.api.listTransactions({ type: 'TRANSFER' })).items
  expect(await repeated()).toMatchObject({ transactionId: null, batchId: id, at: paid?.createdAt })
  world.clock.pass(3_600_000)
  const last = await pay()
  expect(await repeated()).toMatchObject({ transactionId: last.id, batchId: null, at: last.createdAt })
})

describe('what a draft would take', () => {
  /** By what each kind of transfer takes, and the fee of now. */
  const gasFor = async (confidential: bigint, inPublic: bigint) =>
    formatEther((confidential * 520_000n + inPublic * 80_000n) * (await feesNow(world)).maxFee)

  // A round is a block and its confirmations, 13 s, of at most 16 payments of a wallet; a proof is 12 s, of at most 32 rows.
  test.each<[string, number, number, { proofs: number; seconds: number }]>([
    ['a row', 1, 0, { proofs: 1, seconds: 13 + 12 }],
    ['rows of one round', 16, 0, { proofs: 1, seconds: 13 + 12 }],
    ['rows of two', 17, 0, { proofs: 1, seconds: 2 * 13 + 12 }],
    ['rows of one proof', 32, 0, { proofs: 1, seconds: 2 * 13 + 12 }],
    ['rows of two', 33, 0, { proofs: 2, seconds: 3 * 13 + 2 * 12 }],
    ['rows in public', 0, 20, { proofs: 0, seconds: 2 * 13 }],
    ['rows of both', 3, 1, { proofs: 1, seconds: 13 + 12 }],
  ])('%s: %i confidential, %i in public', async (_, confidential, inPublic, expected) => {
    const plain = rowsTo(inPublic).map((row) => ({ ...row, token: 'STABLE' }))
    const { report } = await draft({ rows: [...rowsTo(confidential), ...plain] })
    const { proofs, seconds, gas } = report
    expect({ proofs, seconds }).toEqual(expected)
    const needs = await gasFor(BigInt(confidential), BigInt(inPublic))
    expect(gas).toEqual([{ walletId: wallet.id, needs, has: expect.any(String), covered: true }])
    const [{ wei } = { wei: 0n }] = await world.chain.readWallets([wallet.address])
    expect(gas[0]?.has).toBe(formatEther(wei))
  })

  test('wallets pay beside each other, each with gas of its own and a proof of its own', async () => {
    const other = await walletWithMoney(alice)
    const rows = [...rowsTo(17), ...rowsTo(2).map((row) => ({ ...row, walletId: other.id }))]
    const { proofs, seconds, gas } = (await draft({ rows })).report
    expect({ proofs, seconds }).toEqual({ proofs: 2, seconds: 2 * 13 + 2 * 12 })
    expect(gas.map(({ needs }) => needs)).toEqual([await gasFor(17n, 0n), await gasFor(2n, 0n)])
  })

  test('gas that is not there is said', async () => {
    world.chain.ledger.holder(wallet.address).wei = 1n
    const { gas } = (await draft({ rows: rowsTo(1) })).report
    expect(gas).toEqual([
      { walletId: wallet.id, needs: await gasFor(1n, 0n), has: '0.000000000000000001', covered: false },
    ])
  })
})

describe('a form with a file', () => {
  const send = async (file: string | Uint8Array, fields: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('file', new Blob([file as string]), 'a.csv')
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const request = new Request('http://127.0.0.1/api/v1/batches', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${alice.apiKey}`, host: '127.0.0.1' },
    })
    return alice.app.request(request)
  }

  test('is taken as JSON is', async () => {
    const columns = JSON.stringify({ memo: 'Verwendungszweck' })
    const answer = await send(sample('payroll-de.csv'), { walletId: wallet.id, name: 'Gehälter', columns })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ data: { batch: { name: 'Gehälter', rows: 5, report: { flaws: 3 } } } })
    const xml = await send(sample('payroll.xml'), {})
    expect(await xml.json()).toMatchObject({ data: { batch: { rows: 4 } } })
  })

  test.each([
    ['another encoding', Uint8Array.from([0x61, 0xfc, 0x0a]), {}, 'file'],
    ['a field that is no JSON', 'amount,to\n1,2\n', { columns: '{' }, 'columns'],
    ['an unknown field', 'amount,to\n1,2\n', { surprise: '1' }, 'surprise'],
  ])('is refused for %s', async (_, file, fields, path) => {
    const answer = await send(file, fields as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'validation_error', details: [{ path }] } })
  })
})

test('a file of 4 MiB is the largest', async () => {
  const answer = await alice.ask('POST', '/batches', { csv: 'x'.repeat(4 * 1024 * 1024) })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ error: { message: 'The body is larger than 4 MiB.' } })
})
