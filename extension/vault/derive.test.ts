import { afterEach, expect, test, vi } from 'vitest'
import { isOutdated, newPasswordKdf, passwordKey } from './derive.ts'
import { PasswordKdf } from './kdf.ts'
import { keyOfPasskey } from './passkey-key.ts'
import { open, seal } from './seal.ts'

afterEach(() => vi.unstubAllGlobals())

const weak = { ...newPasswordKdf(), memory: 8, passes: 1 }

/** Keys cannot be taken out, so they are compared by what they open. */
async function same(a: CryptoKey, b: CryptoKey): Promise<boolean> {
  const box = await seal(a, '', 'x')
  return open(b, '', box).then(
    () => true,
    () => false,
  )
}

test('a new vault uses Argon2id with 19 MiB and two passes, under a salt of its own', () => {
  const [a, b] = [newPasswordKdf(), newPasswordKdf()]
  expect(a).toMatchObject({ name: 'argon2id', version: 1, memory: 19_456, passes: 2 })
  expect(atob(a.salt)).toHaveLength(16)
  expect(a.salt).not.toBe(b.salt)
})

test('one password in two Unicode forms is one password', async () => {
  const composed = await passwordKey('caf\u00e9 \ufb01ne', weak)
  expect(await passwordKey('cafe\u0301 fine', weak)).toBe(composed)
  expect(await passwordKey('cafe fine', weak)).not.toBe(composed)
})

test('password and salt both matter', async () => {
  const key = await passwordKey('password', weak)
  expect(atob(key)).toHaveLength(32)
  expect(await passwordKey('password', weak)).toBe(key)
  expect(await passwordKey('Password', weak)).not.toBe(key)
  expect(await passwordKey('password', { ...weak, salt: newPasswordKdf().salt })).not.toBe(key)
})

test.each(['with WebAssembly', 'without it'])('the key is that of every version, %s', async (how) => {
  if (how === 'without it') vi.stubGlobal('WebAssembly', undefined)
  const kdf = { ...newPasswordKdf(), salt: 'AAECAwQFBgcICQoLDA0ODw==' }
  expect(await passwordKey('correct horse battery', kdf)).toBe('quyusfeeuAGbpiw09i+j4VKJ+I/5h3mugd4HghmS/x8=')
})

test.each<[Partial<PasswordKdf>, boolean]>([
  [{}, false],
  [{ memory: 19_455 }, true],
  [{ passes: 1 }, true],
  [{ memory: 65_536, passes: 3 }, false],
])('parameters %j are outdated: %s', (part, outdated) => {
  expect(isOutdated({ ...newPasswordKdf(), ...part })).toBe(outdated)
})

test.each([{ memory: 0 }, { memory: 1_048_577 }, { memory: 9.5 }, { passes: 0 }, { passes: 17 }, { name: 'scrypt' }])(
  'stored parameters %j are not carried out: they would be no protection, or no answer',
  (part) => {
    expect(PasswordKdf.safeParse({ ...newPasswordKdf(), ...part }).success).toBe(false)
  },
)

test('what the passkey answers becomes one key, and another answer another', async () => {
  const key = await keyOfPasskey(new Uint8Array(32).fill(1))
  expect(await same(key, await keyOfPasskey(new Uint8Array(32).fill(1)))).toBe(true)
  expect(await same(key, await keyOfPasskey(new Uint8Array(32).fill(2)))).toBe(false)
})
