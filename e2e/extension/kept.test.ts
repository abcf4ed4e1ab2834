import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { everythingStored } from './harness/traces.ts'
import { until } from './harness/until.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

type Nota = { id: string; kind: string; name: string; text: string }
type StoredRecord = { profileId: string; kind: string; id: string; at: number; box: object }

/** A payment of a gateway that is not connected any more. */
const orphan = {
  id: '0b5ff1d2-6c4e-4c39-8e07-0f3bb9b4a3f1',
  profileId: 'gone',
  state: 'unknown',
  consentedAt: 0,
  sent: 1,
  sentAt: 0,
  notBefore: 0,
  transactionId: null,
  terminal: false,
  updatedAt: 0,
  sealed: { iv: '', ct: '' },
}

let gateway: Gateway
let wallet: Wallet
let profileId: string
let other: string

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  await wallet.give(gateway.origin)
  await wallet.create()
  profileId = await connect('A')
  other = await connect('B')
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

async function connect(name: string): Promise<string> {
  const { origin, tester } = gateway
  return (await wallet.ask<{ id: string }>('profile.add', { origin, name, apiKey: tester.apiKey })).id
}
const save = (text: string, to = profileId, name = 'a.nota') =>
  wallet.ask<Nota>('nota.save', { profileId: to, kind: 'receipt', name, text })
const saved = (of = profileId) => wallet.ask<Nota[]>('nota.list', { profileId: of })

/** Reads or writes the wallet's database past the wallet. */
function inDatabase<T>(work: string): Promise<T> {
  return wallet.run(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('sotto')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('records', 'readwrite')
      const store = transaction.objectStore('records')
      const asked = ${work}
      transaction.oncomplete = () => { opening.result.close(); resolve(asked.result) }
      transaction.onerror = () => reject(transaction.error)
    }
  })`)
}
const records = () => inDatabase<StoredRecord[]>('store.getAll()')
const put = (record: StoredRecord) => inDatabase(`store.put(${JSON.stringify(record)})`)

test.each([
  ['plain', 'eyJhbGciOiJFZERTQSJ9.e30.c2ln'],
  ['with a line end', 'a.b.c\n'],
  ['with another line end', 'a.b.c\r\n'],
  ['with blanks around', '  a.b.c\t'],
  ['with a byte order mark', '\ufeffa.b.c'],
  ['empty', ''],
  ['in many scripts', 'Ærø 東京 🂡 \u202e \u0000'],
])('a file is given back as it was saved: %s', async (_, text) => {
  const { id } = await save(text)
  expect((await saved()).find((each) => each.id === id)?.text).toBe(text)
  await wallet.ask('nota.remove', { profileId, id })
  expect((await saved()).map((each) => each.id)).not.toContain(id)
})

test('the same file saved twice is one, where it was; the newest comes first; each gateway has its own', async () => {
  const [a, b] = [await save('one'), await save('two')]
  expect((await save('one', profileId, 'again.nota')).id).toBe(a.id)
  expect((await saved()).map(({ id, name }) => [id, name])).toEqual([
    [b.id, 'a.nota'],
    [a.id, 'again.nota'],
  ])
  expect(await saved(other)).toEqual([])
})

test('a file that is larger than any nota is not kept', async () => {
  expect((await save('x'.repeat(16 * 1024))).id).toHaveLength(32)
  await expect(save('x'.repeat(16 * 1024 + 1))).rejects.toMatchObject({ code: 'nota_too_large' })
  await expect(save('é'.repeat(8 * 1024 + 1))).rejects.toMatchObject({ code: 'nota_too_large' })
})

test('the disk shows how many there are and when they were saved, and nothing else', async () => {
  await save('a-text-to-look-for', profileId, 'a-name-to-look-for.nota')
  const all = await records()
  expect(all.length).toBeGreaterThan(0)
  for (const record of all) expect(Object.keys(record).sort()).toEqual(['at', 'box', 'id', 'kind', 'profileId'])
  expect(JSON.stringify(all)).not.toContain('to-look-for')
})

test('what was moved to another place, or changed, does not open there; the rest does', async () => {
  const { id } = await save('mine')
  const record = (await records()).find((each) => each.id === id) as StoredRecord
  const before = await saved()
  await put({ ...record, profileId: other })
  await put({ ...record, id: 'f'.repeat(32) })
  await put({ ...record, kind: 'transaction', id: 'x' })
  await put({ ...record, id: 'e'.repeat(32), box: { iv: 'AAAA', ct: 'AAAA' } })
  await put({ ...record, id: 'd'.repeat(32), box: {} })
  expect(await saved(other)).toEqual([])
  expect(await saved()).toEqual(before)
  expect(await wallet.ask('activity.cached', { profileId, limit: 50 })).toEqual([])
  await inDatabase('store.clear()')
})

test('transactions are kept as they were last read, the newest first, as many as are asked for', async () => {
  const { api } = gateway.tester
  const { id: walletId } = (await api.createWallet({ type: 'custodial' })).wallet
  for (const amount of ['1', '2', '3']) {
    await api.fund({ walletId, amount })
    gateway.world.clock.pass(1_000)
  }
  await wallet.ask('gateway.refresh', { profileId, force: true })
  const cached = (limit: number) => wallet.ask<{ amount: string }[]>('activity.cached', { profileId, limit })
  expect((await cached(50)).map(({ amount }) => amount)).toEqual(['3', '2', '1'])
  expect((await cached(2)).map(({ amount }) => amount)).toEqual(['3', '2'])
})

test('of transactions the newest 500 are kept', async () => {
  const [record] = (await records()).filter(({ kind, box }) => kind === 'transaction' && 'iv' in box)
  if (record === undefined) throw new Error('no transaction is kept')
  for (let index = 0; index < 600; index += 100) {
    const more = Array.from({ length: 100 }, (_, each) => ({ ...record, id: `old${index + each}`, at: index + each }))
    await inDatabase(`${JSON.stringify(more)}.map((record) => store.put(record)).at(-1)`)
  }
  await wallet.ask('gateway.refresh', { profileId, force: true })
  const kept = (await records()).filter(({ kind, profileId: of }) => kind === 'transaction' && of === profileId)
  expect(kept).toHaveLength(500)
  expect(await wallet.ask('activity.cached', { profileId, limit: 3 })).toHaveLength(3)
})

test('what the removal of a gateway left behind goes at the next start, and nothing else', async () => {
  await save('mine')
  const [record] = (await records()).filter(({ kind }) => kind === 'nota')
  if (record === undefined) throw new Error('no file is kept')
  const before = (await records()).length
  for (const gone of ['a', 'z-gone', `${other}x`]) await put({ ...record, profileId: gone })
  await wallet.run(`chrome.storage.local.set({ intents: [${JSON.stringify(orphan)}] })`)
  await wallet.killWorker()
  await wallet.ask('vault.state')
  await until('only what belongs to a gateway', async () => (await records()).length === before)
  expect((await records()).map(({ profileId: of }) => of)).not.toContain('a')
  expect((await saved()).map(({ text }) => text)).toContain('mine')
  expect(await wallet.run(`chrome.storage.local.get('intents').then(({ intents }) => intents)`)).toEqual([])
})

test('a reset forgets everything, hosts included, also while locked', async () => {
  await wallet.ask('vault.lock')
  await wallet.ask('vault.erase')
  expect(await records()).toEqual([])
  const stored = await everythingStored(wallet)
  for (const id of [profileId, other, gateway.origin, gateway.tester.email]) expect(stored).not.toContain(id)
  expect(await wallet.run('chrome.permissions.getAll().then(({ origins }) => origins)')).toEqual([])
  expect(await wallet.ask('vault.state')).toMatchObject({ state: 'none' })
  await wallet.create()
  expect(await wallet.ask('vault.state')).toMatchObject({ state: 'unlocked' })
})
