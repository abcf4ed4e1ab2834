import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { createApiKey } from '../../../auth/credentials/api-keys.ts'
import { settled } from '../../../batches/batches-fixture.ts'
import { round } from '../../../batches/run/run-batches.ts'
import { atomically } from '../../../db/database.ts'
import { setPolicy } from '../../../policies/store.ts'
import { round as workerRound } from '../../../transactions/worker.ts'
import { alice, freeAddress, keyIn, setUpGateway, sotto, wallet, wire, world } from '../verbs-fixture.ts'
import { begin } from './begin.ts'
import { batchIn, formatOf } from './source.ts'

setUpGateway()

const folder = mkdtempSync(join(tmpdir(), 'sotto-pay-'))
const running = new AbortController()
let worker: Promise<void>
beforeAll(() => {
  worker = work()
})
afterAll(async () => {
  running.abort()
  await worker
  rmSync(folder, { recursive: true })
})

/** The gateway's own rounds, which a fake chain has no process for. */
async function work(): Promise<void> {
  while (!running.signal.aborted) {
    await round(world)
    await settled(world)
    world.clock.pass(2_000)
    await workerRound(world)
    await sleep(50)
  }
}

let files = 0
function file(text: string | Uint8Array): string {
  const path = join(folder, `file-${++files}`)
  writeFileSync(path, text)
  return path
}
const to = (index: number) => `0x${String(index + 20_000).padStart(40, '1')}`
const table = (rows: number, amount = '0.01', from = files * 100) =>
  `amount,to,reference\n${Array.from({ length: rows }, (_, row) => `${amount},${to(from + row)},r-${from + row}\n`).join('')}`
const batches = async () => (await alice.api.listBatches({ pageSize: 100 })).items

test('a file is shown, paid and followed to its end; results are files', async () => {
  const [result, pain002] = [join(folder, 'result.csv'), join(folder, 'report.xml')]
  const said = await sotto(['pay', file(table(3)), '--yes', '--name', 'June', '--result', result, '--pain002', pain002])
  expect(said.code).toBe(0)
  expect(said.out).toMatch(/^Batch \w+ "June": 3 rows\n {2}pays +3 rows, 0.03 cSTABLE from \w+, which has 60 cSTABLE\n/)
  expect(said.out).toMatch(/\nDONE: 3 settled of 3 rows\n$/)
  expect(readFileSync(result, 'utf8')).toMatch(/^"row",[\s\S]*\r\n"1","2","SETTLED",/)
  expect(readFileSync(pain002, 'utf8')).toContain('<GrpSts>ACSC</GrpSts>')
  const again = await sotto(['pay', file(table(1)), '--yes', '--result', result])
  expect(again).toMatchObject({ code: 1, told: expect.stringContaining('is there already') })
  expect(wire.asked.filter(({ path }) => path === '/batches')).toHaveLength(1)
})

test.each(['--result', '--pain002'])(
  '%s into a folder that is not there is told before anything is paid',
  async (option) => {
    const before = (await batches()).length
    const said = await sotto(['pay', file(table(1)), '--yes', option, join(folder, 'nowhere', 'file')])
    expect(said).toMatchObject({
      code: 1,
      told: expect.stringMatching(/nowhere.file: There is no such file or folder\./),
    })
    expect(await batches()).toHaveLength(before)
  },
)

test('results that cannot be written do not make a batch unknown that was paid', async () => {
  const result = join(folder, 'taken.csv')
  const words = ['pay', file(table(1)), '--yes', '--json', '--result', result]
  const paying = sotto(words)
  await expect.poll(() => wire.asked.some(({ path }) => path.endsWith('/start'))).toBe(true)
  writeFileSync(result, 'mine')
  const said = await paying
  expect(said.code).toBe(0)
  expect(JSON.parse(said.out)).toMatchObject({ outcome: 'settled', batch: { status: 'DONE' } })
  expect(said.told).toMatch(/^sotto: The results cannot be written: .*taken\.csv: It is there already/m)
  const { id } = JSON.parse(said.out).batch
  expect(said.told).toContain(`\nsotto: to get them: sotto pay --batch ${id} --result OTHER.csv\n`)
  expect(said.told).not.toMatch(/to go on/)
  expect(readFileSync(result, 'utf8')).toBe('mine')
  expect(await sotto(['pay', '--batch', id, '--result', `${result}.2`])).toMatchObject({ code: 0 })
})

test('a gateway that is not there ends with 1, and with 3 where the key is not new', async () => {
  const nowhere = { SOTTO_GATEWAY_URL: await freeAddress() }
  const words = ['pay', file(table(1)), '--yes']
  const told = expect.stringContaining('cannot be reached')
  expect(await sotto(words, nowhere)).toMatchObject({ code: 1, told })
  expect(await sotto([...words, '--idempotency-key', 'k'], nowhere)).toMatchObject({ code: 3, told })
})

test('answers that are lost on the way make no second batch and start it once', async () => {
  const before = (await batches()).length
  wire.lost = 2
  const said = await sotto(['pay', file(table(2)), '--yes', '--json'])
  expect(said.code).toBe(0)
  expect(JSON.parse(said.out)).toMatchObject({
    outcome: 'settled',
    idempotencyKey: keyIn(said),
    batch: { status: 'DONE', rows: 2 },
    error: null,
  })
  expect(await batches()).toHaveLength(before + 1)
})

test('with the same key the same file is the same batch, paid once', async () => {
  const path = file(table(2))
  const first = await sotto(['pay', path, '--yes', '--wallet', wallet.id])
  const again = await sotto(['pay', path, '--yes', '--wallet', wallet.id, '--idempotency-key', keyIn(first)])
  const idIn = ({ out }: { out: string }) => /^Batch (\w+)/.exec(out)?.[1]
  expect([again.code, idIn(again)]).toEqual([0, idIn(first)])
  expect(wire.asked.filter(({ path: asked }) => asked.endsWith('/start'))).toHaveLength(1)
})

test('without a terminal and without --yes nothing is paid; the draft can be paid later', async () => {
  const said = await sotto(['pay', file(table(1))])
  expect(said).toMatchObject({ code: 4, told: expect.stringMatching(/Nothing was paid by this call\. To pay: (.*)$/m) })
  const [, words = ''] = /To pay: sotto (.*)$/m.exec(said.told) ?? []
  expect((await batches())[0]).toMatchObject({ status: 'DRAFT' })
  expect(await sotto(words.split(' '))).toMatchObject({
    code: 0,
    out: expect.stringContaining('DONE: 1 settled of 1 row'),
  })
})

test('rows with flaws hold the others back, by row and column, and their draft is dropped', async () => {
  const path = file(`${table(1)}"1,5",${to(1)},x\n1,nowhere,y\n`)
  const said = await sotto(['pay', path, '--yes'])
  expect(said.code).toBe(1)
  expect(said.out).toMatch(/row 2 \(line 3\): amount has a comma/)
  expect(said.out).toMatch(/row 3 \(line 4\): to must be an address/)
  expect(said.told).toMatch(/2 rows have flaws: .* --skip-flaws\. Nothing was paid\./)
  expect((await batches())[0]).toMatchObject({ status: 'CANCELLED' })
  const held = await sotto(['pay', path, '--skip-flaws'])
  expect(held).toMatchObject({ code: 4, told: expect.stringMatching(/ --yes --skip-flaws$/m) })
  await alice.api.cancelBatch({ id: (await batches())[0]?.id ?? '' })
  const others = await sotto(['pay', path, '--yes', '--skip-flaws'])
  expect(others).toMatchObject({ code: 0, out: expect.stringContaining('DONE: 1 settled, 2 with flaws of 3 rows') })
})

test('rows that fail end it with 1, whatever was paid, and are told', async () => {
  const set = (maxPerPayment: string | null) =>
    atomically(world.db, (db) => setPolicy(db, world.keys, 'account', alice.accountId, Policy.parse({ maxPerPayment })))
  await set('0.5')
  const rows = ['0.01', '0.6'].map((amount, row) => ({ amount, to: to(900 + row) }))
  const said = await sotto(['pay', file(JSON.stringify(rows)), '--yes'])
  await set(null)
  expect(said).toMatchObject({ code: 1, out: expect.stringContaining('DONE: 1 settled, 1 failed of 2 rows') })
  expect(said.out).toContain(
    '1 row would be refused, no row would wait for a person:\n    row 2: denied, by maxPerPayment of',
  )
  expect(said.told).toMatch(/row 2: .*maxPerPayment/)
})

test('a key that may not read is told so at once, and the batch goes on', async () => {
  const { secret } = await createApiKey(world, { accountId: alice.accountId, label: 'payer', scopes: ['pay'] })
  const words = ['pay', file(table(1)), '--yes', '--wallet', wallet.id, '--wait', '10']
  const said = await sotto(words, { SOTTO_API_KEY: secret })
  expect(said).toMatchObject({
    code: 4,
    told: expect.stringContaining('sotto: This API key lacks the scope "read".\n'),
  })
  expect(wire.asked.filter(({ path }) => /^\/batches\/\w+$/.test(path))).toHaveLength(1)
})

describe('a file', () => {
  test.each([
    ['amount,to\n', 'csv'],
    ['\n <?xml version="1.0"?>', 'pain001'],
    [' [{"amount":"1"}]', 'json'],
    ['{"rows":[]}', 'json'],
    ['', 'csv'],
  ])('that begins %j is %s', (text, format) => expect(formatOf(text)).toBe(format))

  const bytes = (text: string) => new TextEncoder().encode(text)
  test.each<[string, string | Uint8Array, RegExp]>([
    ['in UTF-16', Uint8Array.from([0xff, 0xfe, 0x61, 0]), /is UTF-16/],
    ['in Latin-1', Uint8Array.from([...bytes('amount,to\n1,M'), 0xfc]), /line 2/],
    ['that breaks off', '[{"amount":"1"', /cannot be read as JSON/],
    ['of JSON without rows', '{"rows":[]}', /rows must have at least 1 item/],
    ['of an amount that is a number', '[{"amount":1}]', /rows\.0\.amount must be a string/],
    ['of a field that is not known', '[{"amout":"1"}]', /rows\.0\.amout is not a known field: did you mean "amount"/],
  ])('%s is refused here', async (_, text, message) => {
    const read = () => batchIn(typeof text === 'string' ? bytes(text) : text, undefined, {})
    expect(read).toThrow(message)
    const said = await sotto(['pay', file(text), '--yes'])
    expect(said).toMatchObject({ code: 1, told: expect.stringMatching(message) })
    expect(wire.asked).toEqual([])
  })

  test('is a body of the API too, and its columns can be named', () => {
    expect(batchIn(bytes('{"rows":[{"amount":"1"}],"name":"x"}'), undefined, { token: 'STABLE' })).toEqual({
      ...{ rows: [{ amount: '1' }], name: 'x', token: 'STABLE' },
    })
    expect(batchIn(bytes('a;b\n'), undefined, { columns: { amount: 'a' } })).toEqual({
      csv: 'a;b\n',
      columns: { amount: 'a' },
    })
  })
})

test.each([
  [['pay'], 'Name a file, or a batch'],
  [['pay', 'a', '--batch', 'b'], 'Name a file, or a batch'],
  [['pay', 'a', '--column', 'x=y'], 'fields are walletId, amount'],
])('%s is refused', async (words, message) => {
  expect(existsSync('a')).toBe(false)
  await expect(sotto(words)).resolves.toMatchObject({ code: 1, told: expect.stringContaining(message) })
})

test('a no cancels the own draft of a call, and none that somebody else has made, or starts while the question stands', async () => {
  const declined = async (isOwn: boolean, meanwhile: (id: string) => Promise<unknown>) => {
    const rows = [{ walletId: wallet.id, amount: '0.01', to: to(++files * 100) }]
    const { batch } = await alice.api.createBatch({ rows })
    const consent = async () => {
      await meanwhile(batch.id)
      return 'no' as const
    }
    const asking = { isNew: true, clock: world.clock, say: () => {} }
    const choices = { isOwn, skipFlaws: false, payDuplicates: false, consent }
    const begun = await begin(alice.api, batch, choices, asking)
    expect(begun).toEqual({ is: 'declined', why: 'Nothing was paid by this call.' })
    return (await alice.api.getBatch({ id: batch.id })).batch.status
  }
  expect(await declined(true, (id) => alice.api.startBatch({ id }))).toMatch(/^(RUNNING|DONE)$/)
  expect(await declined(true, async () => {})).toBe('CANCELLED')
  expect(await declined(false, async () => {})).toBe('DRAFT')
})

describe('a file that is paid again within 20 hours without a question is held back', () => {
  const refused = {
    code: 1,
    told: expect.stringMatching(
      /^sotto: It has rows that repeat .*\. If that is meant, repeat the command with --pay-d/m,
    ),
  }
  async function paid(): Promise<string> {
    const path = file(table(2))
    expect(await sotto(['pay', path, '--yes'])).toMatchObject({ code: 0 })
    return path
  }

  test('is shown with the time of what it repeats, and paid where that is meant, or later', async () => {
    const path = await paid()
    const again = await sotto(['pay', path, '--yes'])
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
    expect(again.out).toMatch(
      new RegExp(String.raw`2 rows that .*, the newest of ${time}:\n {4}row 1 \(line 2\): as row 1 of \w+, ${time}\n`),
    )
    expect(again).toMatchObject(refused)
    expect((await batches())[0]).toMatchObject({ status: 'CANCELLED' })
    expect(await sotto(['pay', path, '--yes', '--pay-duplicates'])).toMatchObject({ code: 0 })
    const held = await sotto(['pay', path])
    const [, words = ''] = /To pay: sotto (pay --batch \w+ --yes --pay-duplicates)$/m.exec(held.told) ?? []
    expect(await sotto(words.split(' '))).toMatchObject({ code: 0 })
    world.clock.pass(72_000_000)
    expect(await sotto(['pay', path, '--yes'])).toMatchObject({ code: 0 })
  })

  test('a draft of it that was made before, under --batch or a key, stays, and the repeat pays that', async () => {
    const path = await paid()
    const id = /--batch (\w+)/.exec((await sotto(['pay', path])).told)?.[1] ?? ''
    const files = [path, '--idempotency-key', `again-${path}`]
    for (const named of [['--batch', id], files]) {
      expect(await sotto(['pay', ...named, '--yes'])).toMatchObject(refused)
      expect((await batches())[0]).toMatchObject({ status: 'DRAFT' })
      const repeated = await sotto(['pay', ...named, '--yes', '--pay-duplicates'])
      expect(repeated).toMatchObject({ code: 0, out: expect.stringContaining('DONE: 2 settled of 2 rows') })
    }
  })

  test('the key of a call that has dropped its draft says that the batch is cancelled', async () => {
    const path = await paid()
    const key = keyIn(await sotto(['pay', path, '--yes']))
    const repeated = await sotto(['pay', path, '--yes', '--pay-duplicates', '--idempotency-key', key])
    expect(repeated).toMatchObject({
      code: 1,
      told: expect.stringContaining('sotto: it was cancelled, and paid nothing'),
    })
  })
})
