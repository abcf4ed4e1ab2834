import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Refused } from '#shared/refusal-codes.ts'
import { walletWithMoney } from '../../../testing/test-world.ts'
import { alice, freeAddress, setUpGateway, sotto, wallet, world } from '../verbs-fixture.ts'
import { begin } from './begin.ts'
import { payBatch } from './run.ts'

setUpGateway()

const folder = mkdtempSync(join(tmpdir(), 'sotto-shown-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rows = [{ amount: '0.01', to: `0x${'20001'.padStart(40, '1')}` }]
function file(body: object): string {
  const path = join(folder, 'payroll.json')
  writeFileSync(path, JSON.stringify(body))
  return path
}

test('a JSON file pays from the wallet that it names, unless the command names one', async () => {
  const payroll = await walletWithMoney(alice)
  const path = file({ walletId: payroll.id, rows })
  expect((await sotto(['pay', path])).out).toContain(`from ${payroll.id}`)
  expect((await sotto(['pay', path, '--wallet', wallet.id])).out).toContain(`from ${wallet.id}`)
})

test('rows that a draft has too are not said to repeat payments', async () => {
  const path = file({ rows: [{ amount: '0.02', to: rows[0]?.to }] })
  expect((await sotto(['pay', path, '--wallet', wallet.id])).out).not.toContain('twice?')
  expect((await sotto(['pay', path, '--wallet', wallet.id])).out).toContain(
    'twice?  1 row that repeats other rows, of this file or of a draft:',
  )
})

test.each([
  ['in a terminal', { isAsked: true, isOnScreen: true }, false],
  ['as JSON', { isAsked: true, isOnScreen: true, json: true as const }, true],
  ['into a file', { isAsked: true, isOnScreen: false }, true],
  ['into a file, without being asked', { isAsked: false, isOnScreen: false }, false],
])('a person is asked beside what is paid: %s', async (_, shown, isRepeated) => {
  const { batch } = await alice.api.createBatch({ walletId: wallet.id, rows })
  const told: string[] = []
  const say = (text: string) => void told.push(text)
  const consent = async () => {
    say('Pay?')
    return 'no' as const
  }
  const wanted = { ...shown, isOwn: true, payDuplicates: true, key: 'k' }
  const edge = { api: alice.api, clock: world.clock, consent, say }
  expect(await payBatch(edge, { is: 'answered', data: { batch } }, wanted)).toBe(1)
  expect(told.join('').split('Pay?')[0]?.includes(`from ${wallet.id}`)).toBe(isRepeated)
})

test('of a batch that cannot be looked up it is not known whether it has paid', async () => {
  const nowhere = { SOTTO_GATEWAY_URL: await freeAddress() }
  const said = await sotto(['pay', '--batch', 'abc'], nowhere)
  expect(said).toMatchObject({ code: 3, told: expect.stringContaining('to go on: sotto pay --batch abc') })
  expect(await sotto(['pay', '--batch', 'abc'])).toMatchObject({ code: 1 })
})

test('a batch that was started meanwhile, and has paused since, is told as it stands', async () => {
  const { batch } = await alice.api.createBatch({ walletId: wallet.id, rows })
  const startBatch = async () => {
    throw new Refused('batch_conflict', { message: 'It is PAUSED.' })
  }
  const asking = { isNew: true, clock: world.clock, say: () => {} }
  const choices = { isOwn: true, skipFlaws: false, payDuplicates: true, consent: async () => 'yes' as const }
  const beginAs = (status: 'PAUSED' | 'DRAFT') => {
    const getBatch = async () => ({ batch: { ...batch, status } })
    return begin({ ...alice.api, startBatch, getBatch }, batch, choices, asking)
  }
  expect(await beginAs('PAUSED')).toMatchObject({ is: 'answered', data: { batch: { status: 'PAUSED' } } })
  expect(await beginAs('DRAFT')).toMatchObject({ is: 'refused' })
})
