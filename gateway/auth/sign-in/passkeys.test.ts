import { beforeEach, expect, test } from 'vitest'
import { type Bent, createAuthenticator } from '../../testing/test-authenticator.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createVisitor, inSession, type Visitor } from '../../testing/visitor.ts'

let world: TestWorld
let tester: Tester
let me: Visitor

const ORIGIN = 'http://localhost:7984'
const EXTENSION = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'
type Options = { challenge: string; rp: { id: string }; rpId: string; user: { id: string } }
type Authenticator = ReturnType<typeof createAuthenticator>

beforeEach(async () => {
  world = await createTestWorld({
    SOTTO_LIMIT_LOGINS: '1000',
    SOTTO_LIMIT_WRITES: '1000',
    SOTTO_EXTENSION_ORIGINS: EXTENSION,
  })
  tester = await createTester(world)
  me = await inSession(world, tester)
})

const ask = async (who: Visitor, path: string) => {
  const { data } = await who.tell('POST', path, {})
  return { challengeId: String(data.challengeId), options: data.options as Options }
}
async function enrol(authenticator: Authenticator, bent: Bent = {}, who = me) {
  const { challengeId, options } = await ask(who, '/me/passkeys/options')
  return who.tell('POST', '/me/passkeys', {
    challengeId,
    name: 'laptop',
    response: authenticator.register(options, bent),
  })
}
async function signIn(authenticator: Authenticator, bent: Bent = {}) {
  const who = createVisitor(tester.app)
  const { challengeId, options } = await ask(who, '/auth/passkey/options')
  return who.tell('POST', '/auth/passkey', { challengeId, response: authenticator.sign(options, bent) })
}

test('a passkey signs in without password or code, and is listed', async () => {
  const authenticator = createAuthenticator(ORIGIN)
  const made = await enrol(authenticator)
  expect(made).toMatchObject({ status: 201, data: { passkey: { name: 'laptop', lastUsedAt: null, backedUp: false } } })
  const { data } = await signIn(authenticator)
  expect(data).toMatchObject({ user: { email: tester.email }, session: {} })
  expect((await me.tell('GET', '/me/passkeys')).data).toMatchObject({
    passkeys: [{ lastUsedAt: '2026-01-01T00:00:00.000Z' }],
  })
})

test('the options ask for a discoverable credential that verifies its user', async () => {
  const { options } = await ask(me, '/me/passkeys/options')
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Sotto' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const login = await ask(createVisitor(tester.app), '/auth/passkey/options')
  expect(login.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(login.options).not.toHaveProperty('allowCredentials.0')
})

const bends: [string, Bent][] = [
  ['no user verification', { verified: false }],
  ['another port', { origin: 'http://localhost:7985' }],
  ['another site', { origin: 'https://evil.example' }],
  ['an unknown extension', { origin: EXTENSION.replace('abc', 'cba') }],
  ['another challenge', { challenge: 'AAAA' }],
  ['another relying party', { rpId: 'evil.example' }],
]

const registering: [string, Bent][] = [
  ['the wrong ceremony', { type: 'webauthn.get' }],
  ['an ID that is not the one inside', { credentialId: Buffer.alloc(10_000, 7) }],
]

test.each([...bends, ...registering])('registering with %s is refused', async (_, bent) => {
  expect(await enrol(createAuthenticator(ORIGIN), bent)).toMatchObject({ status: 401, code: 'invalid_passkey' })
  expect((await me.tell('GET', '/me/passkeys')).data.passkeys).toEqual([])
})

test.each([
  ...bends,
  ['the wrong ceremony', { type: 'webauthn.create' }] as [string, Bent],
  ['a counter that went back', { counter: 1 }] as [string, Bent],
])('signing in with %s is refused', async (_, bent) => {
  const authenticator = createAuthenticator(ORIGIN)
  await enrol(authenticator)
  expect((await signIn(authenticator)).code).toBe('ok')
  expect(await signIn(authenticator, bent)).toMatchObject({ status: 401, code: 'invalid_passkey' })
  expect((await signIn(authenticator)).code).toBe('ok')
})

test('a replayed assertion is refused, also with a new challenge', async () => {
  const authenticator = createAuthenticator(ORIGIN)
  await enrol(authenticator)
  const who = createVisitor(tester.app)
  const first = await ask(who, '/auth/passkey/options')
  const response = authenticator.sign(first.options)
  const send = (challengeId: string) =>
    createVisitor(tester.app).tell('POST', '/auth/passkey', { challengeId, response })
  const both = await Promise.all([send(first.challengeId), send(first.challengeId)])
  expect(both.map(({ code }) => code).sort()).toEqual(['invalid_passkey', 'ok'])
  expect((await send((await ask(who, '/auth/passkey/options')).challengeId)).code).toBe('invalid_passkey')
})

test.each([
  ['android-key', new Map([['x5c', 'certificates, which would be asked whether they are revoked']])],
  ['packed', new Map([['sig', Buffer.alloc(8)]])],
  ['none', new Map([['x5c', 'certificates']])],
] as [string, Map<string, unknown>][])(
  'what an authenticator says of its maker as %s is not looked at',
  async (...attestation) => {
    const authenticator = createAuthenticator(ORIGIN)
    expect((await enrol(authenticator, { attestation })).status).toBe(201)
    expect((await signIn(authenticator)).code).toBe('ok')
  },
)

test.each([
  ['usb', ''],
  [{ usb: true }, ''],
  [['usb', 5, 'a b', 'internal'], 'usb internal'],
])('transports %j are kept as far as they are some', async (transports, kept) => {
  expect((await enrol(createAuthenticator(ORIGIN), { transports })).status).toBe(201)
  expect(await world.db.selectFrom('passkeys').select('transports').execute()).toEqual([{ transports: kept }])
})

test('a challenge serves its purpose, its session and five minutes only', async () => {
  const authenticator = createAuthenticator(ORIGIN)
  const forLogin = await ask(createVisitor(tester.app), '/auth/passkey/options')
  const register = (who: Visitor, { challengeId, options }: typeof forLogin) =>
    who.tell('POST', '/me/passkeys', {
      challengeId,
      name: 'x',
      response: authenticator.register({ ...options, rp: { id: 'localhost' } }),
    })
  expect((await register(me, forLogin)).code).toBe('invalid_passkey')
  const asked = await ask(me, '/me/passkeys/options')
  expect((await register(await inSession(world, tester), asked)).code).toBe('invalid_passkey')
  const late = await ask(me, '/me/passkeys/options')
  world.clock.pass(5 * 60_000)
  expect((await register(me, late)).code).toBe('invalid_passkey')
})

test('an extension named in the configuration may hold the ceremony', async () => {
  const authenticator = createAuthenticator(EXTENSION)
  expect((await enrol(authenticator)).status).toBe(201)
  expect((await signIn(authenticator)).code).toBe('ok')
})

test('several per account, each once; renamed and removed by their owner', async () => {
  const [one, two] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)]
  const { data } = await enrol(one)
  expect((await enrol(one)).code).toBe('invalid_passkey')
  await enrol(two)
  const { id } = data.passkey as { id: string }
  expect((await me.tell('PATCH', `/me/passkeys/${id}`, { name: 'phone' })).data).toMatchObject({
    passkey: { name: 'phone' },
  })
  expect((await me.tell('DELETE', `/me/passkeys/${id}`)).code).toBe('ok')
  expect((await signIn(one)).code).toBe('invalid_passkey')
  expect((await signIn(two)).code).toBe('ok')
})

test('behind a public address passkeys belong to that host', async () => {
  world = await createTestWorld({ SOTTO_PUBLIC_URL: 'https://pay.example' })
  tester = await createTester(world)
  me = await inSession(world, tester)
  const { options } = await ask(me, '/me/passkeys/options')
  expect(options.rp.id).toBe('pay.example')
  expect((await enrol(createAuthenticator('https://pay.example'))).status).toBe(201)
  expect((await enrol(createAuthenticator(ORIGIN))).code).toBe('invalid_passkey')
})
