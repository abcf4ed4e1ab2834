import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failureOf } from '#shared/client-failure.ts'
import { toBase64 } from './base64.ts'
import { askUnlockPasskey, makeUnlockPasskey } from './prf.ts'

type Results = AuthenticationExtensionsClientOutputs

class FakeCredential {
  readonly rawId: ArrayBuffer
  readonly #results: Results
  constructor(results: Results, id = [251, 255, 0, 1]) {
    this.rawId = new Uint8Array(id).buffer
    this.#results = results
  }
  getClientExtensionResults(): Results {
    return this.#results
  }
}

const secret = new Uint8Array(32).fill(7)
const create = vi.fn<(options: CredentialCreationOptions) => Promise<FakeCredential | null>>()
const get = vi.fn<(options: CredentialRequestOptions) => Promise<FakeCredential | null>>()

beforeEach(() => {
  create.mockReset()
  get.mockReset()
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('navigator', { credentials: { create, get } })
})

afterEach(() => vi.unstubAllGlobals())

const answered = (first: BufferSource): Results => ({ prf: { enabled: true, results: { first } } })

test('a passkey that answers when it is made is asked no second time', async () => {
  create.mockResolvedValue(new FakeCredential(answered(secret)))
  const made = await makeUnlockPasskey()
  expect(made).toMatchObject({ credentialId: '-_8AAQ', prf: toBase64(secret) })
  expect(atob(made.salt)).toHaveLength(32)
  expect(get).not.toHaveBeenCalled()
})

test('one that answers only at a sign-in is asked at once, with the salt that is kept', async () => {
  create.mockResolvedValue(new FakeCredential({ prf: { enabled: true } }))
  get.mockResolvedValue(new FakeCredential(answered(secret.buffer)))
  const made = await makeUnlockPasskey()
  expect(made.prf).toBe(toBase64(secret))
  const asked = get.mock.calls[0]?.[0].publicKey
  expect(asked?.userVerification).toBe('required')
  expect(toBase64(asked?.extensions?.prf?.eval?.first as Uint8Array)).toBe(made.salt)
})

test('it belongs to the extension alone and names no person', async () => {
  create.mockResolvedValue(new FakeCredential(answered(secret)))
  await makeUnlockPasskey()
  const wish = create.mock.calls[0]?.[0].publicKey
  expect(wish?.rp).not.toHaveProperty('id')
  expect(wish?.user.name).toBe('Sotto wallet')
  expect(wish?.authenticatorSelection?.userVerification).toBe('required')
})

test('the credential that is asked for is the one that was made', async () => {
  get.mockResolvedValue(new FakeCredential(answered(secret)))
  await askUnlockPasskey({ credentialId: '-_8AAQ', salt: toBase64(secret) })
  const [allowed] = get.mock.calls[0]?.[0].publicKey?.allowCredentials ?? []
  expect([...new Uint8Array(allowed?.id as ArrayBuffer)]).toEqual([251, 255, 0, 1])
})

test('an answer that is part of a larger buffer is cut out of it', async () => {
  const large = new Uint8Array([1, 1, ...secret, 1])
  get.mockResolvedValue(new FakeCredential(answered(large.subarray(2, 34))))
  expect(await askUnlockPasskey({ credentialId: 'AA', salt: toBase64(secret) })).toBe(toBase64(secret))
})

test.each<[string, Results]>([
  ['has no PRF', {}],
  ['refuses it', { prf: { enabled: false } }],
])('a passkey that %s cannot unlock', async (_, results) => {
  create.mockResolvedValue(new FakeCredential(results))
  expect(failureOf(await makeUnlockPasskey().catch((error: unknown) => error)).code).toBe('passkey_unfit')
})

test('one that lost its PRF cannot either', async () => {
  get.mockResolvedValue(new FakeCredential({}))
  const asked = askUnlockPasskey({ credentialId: 'AA', salt: toBase64(secret) })
  expect(failureOf(await asked.catch((error: unknown) => error)).code).toBe('passkey_unfit')
})

test.each([
  ['NotAllowedError', 'passkey_not_used'],
  ['AbortError', 'passkey_not_used'],
  ['NotSupportedError', 'passkey_unknown'],
])('what the browser calls %s is told as %s', async (name, code) => {
  get.mockRejectedValue(new DOMException('', name))
  const asked = askUnlockPasskey({ credentialId: 'AA', salt: toBase64(secret) })
  expect(failureOf(await asked.catch((error: unknown) => error)).code).toBe(code)
})
