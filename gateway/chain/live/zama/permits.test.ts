import { verifyTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { PrivateKey } from '../../port.ts'
import type { ZamaClient } from './client.ts'
import { type FailureKind, ZamaFailure } from './failures.ts'
import { blames, createPermits, permitTime } from './permits.ts'
import { unifiedTyped } from './unified/permit.ts'
import { Late } from './within.ts'

const DAY = 86_400
const cstable = `0x${'c5'.repeat(20)}` as const
const key = generatePrivateKey() as PrivateKey
const signer = { address: privateKeyToAccount(key).address, key }
const patience = new AbortController().signal

/** As Zama's client asks for it. */
const typedInDays = {
  domain: { name: 'Decryption', version: '1', chainId: 11155111, verifyingContract: cstable },
  types: { UserDecryptRequestVerification: [{ name: 'durationDays', type: 'uint256' }] },
  message: { durationDays: '1' },
}

function stage(unified: boolean) {
  let made = 0
  const zama = {
    async ask() {
      made += 1
      return { publicKey: `0${made}`, privateKey: 'ff', typed: typedInDays }
    },
  } as unknown as ZamaClient
  const clock = { seconds: 1_000_000 }
  return {
    clock,
    permits: createPermits(zama, { cstable, chainId: 11155111, unified, now: async () => clock.seconds }),
  }
}

test('a permit in seconds is the statement that version 3 asks for, and is signed by the wallet', async () => {
  const { permits } = stage(true)
  const { signature, start, days } = await permits.of(signer, patience)
  expect([start, days]).toEqual([1_000_000 - 60, 1])
  const permit = { user: signer.address, publicKey: '0x01', contracts: [cstable], start, seconds: DAY } as const
  expect(await verifyTypedData({ address: signer.address, ...unifiedTyped(permit, 11155111), signature })).toBe(true)
})

test('one in days is the statement of Zama’s client', async () => {
  const { signature } = await stage(false).permits.of(signer, patience)
  const { domain, types } = typedInDays
  const statement = {
    domain,
    types,
    primaryType: 'UserDecryptRequestVerification',
    message: { durationDays: 1n },
  } as const
  expect(await verifyTypedData({ address: signer.address, ...statement, signature })).toBe(true)
})

test('it is used for half of its day, and not once it is forgotten', async () => {
  const { permits, clock } = stage(true)
  const first = await permits.of(signer, patience)
  clock.seconds += DAY / 2 - 120
  expect(await permits.of(signer, patience)).toBe(first)
  clock.seconds += 120
  const second = await permits.of(signer, patience)
  expect(second).not.toBe(first)
  // A clock that was ahead.
  clock.seconds -= DAY
  expect(await permits.of(signer, patience)).not.toBe(second)
  permits.forget(signer.address)
  expect(permits.has(signer.address)).toBe(false)
})

test('those of other wallets are forgotten once they are not used any more', async () => {
  const { permits, clock } = stage(true)
  const [early, late] = [generatePrivateKey(), generatePrivateKey()].map((one) => {
    return { address: privateKeyToAccount(one).address, key: one as PrivateKey }
  }) as [typeof signer, typeof signer]
  await permits.of(early, patience)
  await permits.of(signer, patience)
  clock.seconds += DAY / 4
  await permits.of(late, patience)
  clock.seconds += DAY / 4 - 60
  await permits.of(early, patience)
  expect([early, late, signer].map(({ address }) => permits.has(address))).toEqual([true, true, false])
  clock.seconds += DAY / 4
  await permits.of(signer, patience)
  expect([early, late, signer].map(({ address }) => permits.has(address))).toEqual([true, false, true])
})

test.each<[FailureKind, 'now' | 'next' | undefined]>([
  ['refused', 'now'],
  ['unverifiable', 'now'],
  ['busy', 'next'],
  ['failing', 'next'],
  ['not allowed', undefined],
  ['behind', undefined],
  ['unreachable', undefined],
])('of a failure that is %s the permit is blamed: %s', (kind, blamed) => {
  expect(blames(new ZamaFailure(kind, 'x'))).toBe(blamed)
})

test('silence, and words of no known kind, say nothing about the permit', () => {
  expect(blames(new Late('no answer within 30 s'))).toBeUndefined()
  expect(blames(new Error('the answer lacks a handle that was asked for'))).toBeUndefined()
})

test.each([
  ['both agree', 1_000_000, 1_000_000, 1_000_000],
  ['a clock that was ahead has left the chain two days ahead', 1_000_000 + 2 * DAY, 1_000_000, 1_000_000],
  ['our clock is ahead', 1_000_000, 1_000_000 + DAY, 1_000_000],
])('a permit begins in no clock’s future where %s', (_, chain, machine, at) => {
  expect(permitTime(chain, machine * 1000 + 999)).toBe(at)
})
