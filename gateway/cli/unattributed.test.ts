import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { readConfig } from '../config/config.ts'
import { listUnattributed } from '../legs/reconciling/unattributed/lists-store.ts'
import { insertUnattributed } from '../legs/reconciling/unattributed/store.ts'
import { systemClock } from '../world/clock.ts'
import { checkDatabase } from './doctor/database/database.ts'
import { openStore } from './open-store.ts'
import { administer, env, folder, sotto, withKey } from './server-admin-fixture.ts'

administer()

const sender: Address = `0x${'5'.repeat(40)}`
const [known, alarm]: [Hex, Hex] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`]

async function withStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env()))
  return work(store).finally(() => store.db.destroy())
}

async function find(hash: Hex, nonce: number): Promise<void> {
  const place = {
    blockNumber: nonce,
    blockHash: hash,
    isFinal: true,
    toAddress: sender,
    handle: null,
    raw: '0x00',
  } as const
  const fees = {
    maxFee: '1',
    priorityFee: '1',
    cost: '1',
    tagRow: null,
    transactionId: null,
    owesNothing: 0,
  }
  const found = { hash, sender, nonce, does: 'transfer', units: 5_000_000n, lookedAt: null, foundAt: 1 } as const
  await withStore(({ db, keys }) => insertUnattributed(db, keys, { ...found, ...place, ...fees }))
}

const saidOf = async (about: string) => {
  const findings = await checkDatabase(readConfig(env()), join(folder, 'offline'), systemClock)
  return findings.filter(({ what }) => what === about).map(({ says }) => says)
}
const warned = async () => (await saidOf('unattributed')).map((says) => says.slice(-66))

test('what a person has ticked off stands apart, warns no more, and still counts', async () => {
  await withKey()
  expect(await saidOf('reconciled')).toEqual(['no sender waits; no transaction is unattributed'])
  await find(known, 1)
  await find(alarm, 2)
  expect(await warned()).toEqual([known, alarm])
  expect(await saidOf('reconciled')).toEqual(['no sender waits; 2 transactions are unattributed'])
  const { out } = await sotto(`owed --seen ${known.toUpperCase().replace('0X', '0x')}`)
  expect(out.split('Ticked off')[0]).toContain(alarm)
  expect(out.split('Ticked off')[0]).not.toContain(known)
  expect(out.split('Ticked off')[1]).toContain(known)
  expect(await warned()).toEqual([alarm])
  expect(await saidOf('reconciled')).toEqual(['no sender waits; 1 transaction is unattributed, and 1 was ticked off'])
  const json = JSON.parse((await sotto('owed --json')).out) as { unattributed: string[]; tickedOff: string[] }
  expect([json.unattributed.join(), json.tickedOff.join()]).toEqual([
    expect.stringContaining(alarm),
    expect.stringContaining(known),
  ])
  const held = await withStore(({ db, keys }) => listUnattributed(db, keys, sender))
  expect(held.map(({ hash }) => hash)).toEqual([known, alarm])
})

test('what is in no list cannot be ticked off', async () => {
  await withKey()
  await expect(sotto(`owed --seen ${alarm}`)).rejects.toThrow('nothing that is on chain and in no payment here')
})

test('one debt is noted as paid at a time: of several none is', async () => {
  await withKey()
  await expect(sotto(`owed --paid one ${known} --paid other ${alarm}`)).rejects.toThrow('the ID of one redeem')
})
