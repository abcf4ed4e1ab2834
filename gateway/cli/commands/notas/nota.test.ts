import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner, walletKeys } from '../../../chain/live/wallet-keys.ts'
import { signCard } from '../../../notas/format/sign-nota.ts'
import { cardStatement } from '../../../notas/format/statements.ts'
import { newSeed, signingKeyOf } from '../../../notas/signing-key.ts'
import { command } from '../../../testing/built/assets.ts'
import { forge, headerOf, newForger } from '../../../testing/nota-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'sotto-nota-'))
const data = join(folder, 'data')
const forger = newForger()
const iat = Math.floor(Date.now() / 1000) - 60
const address = walletKeys.checksum(`0x${'a1'.repeat(20)}`) ?? ''
const card = { v: 1, iat, chainId: 11155111, network: 'offline', address }
let signedByWallet: string

beforeAll(async () => {
  const wallet = createSigner()
  const key = await signingKeyOf(newSeed())
  const content = { ...card, v: 1 as const, address: wallet.address }
  const walletSignature = await walletKeys.signTyped(wallet, cardStatement({ ...content, key: key.jwk.x }))
  signedByWallet = await signCard({ ...content, walletSignature }, key)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function sotto(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, SOTTO_DATA_DIR: data, SOTTO_MASTER_KEY: '1'.repeat(64) },
  })
  return { status, stdout, stderr }
}

function verify(nota: string) {
  const file = join(folder, 'one.nota')
  writeFileSync(file, nota)
  return sotto('nota', 'verify', file)
}

test('a card that its wallet signed is valid, with a line break after it, and without a data folder', () => {
  const { status, stdout } = verify(`${signedByWallet}\n`)
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, 'valid: signed by the wallet itself'])
  expect(stdout).toContain('network            Not checked offline')
  expect(existsSync(data)).toBe(false)
})

test('a request that is paid by its name alone says who can pay it', () => {
  const asked = { id: 'r1', token: 'cSTABLE', stable: address, cstable: address, amount: '5' }
  const content = { ...card, ...asked, url: 'https://pay.shop.example/pay/x' }
  const said = (more: object) => verify(forge(forger, headerOf(forger, 'request'), { ...content, ...more })).stdout
  expect(said({ byName: true })).toContain('how to pay     Only accounts of the gateway that made it can pay it: https')
  expect(said({})).not.toContain('how to pay')
})

test('an issuer is unknown, trusted once pinned, and unknown again', () => {
  const nota = forge(forger, headerOf(forger, 'address-card'), card)
  expect(verify(nota)).toMatchObject({ status: 2, stdout: expect.stringContaining('its issuer is not known here') })
  expect(sotto('migrate').status).toBe(0)
  const pinned = sotto('trust', 'add', '--label', 'Shop', '--', forger.fingerprint)
  expect(pinned).toMatchObject({ status: 0 })
  expect(sotto('trust', 'list').stdout).toMatch(new RegExp(`^${forger.fingerprint}  since \\S+  Shop\n$`))
  expect(verify(nota)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('valid: the issuer is trusted here'),
  })
  expect(sotto('trust', 'remove', '--', forger.fingerprint).status).toBe(0)
  expect(sotto('trust', 'remove', '--', forger.fingerprint)).toMatchObject({ status: 1, stdout: '' })
  expect(verify(nota).status).toBe(2)
})

const request = {
  ...{ ...card, id: 'r1', exp: iat + 86_400, amount: null, token: 'cSTABLE', memo: 'Order 7' },
  ...{ stable: address, cstable: address, url: 'https://pay.example/pay/x' },
}

test('a request says what it asks for and until when, and its issuer is unknown', () => {
  const { status, stdout } = verify(forge(forger, headerOf(forger, 'request'), request))
  expect(status).toBe(2)
  const said = ['A request to be paid', `expires        ${new Date(request.exp * 1000).toISOString()}`]
  for (const line of [...said, 'amount         any', 'memo           Order 7']) expect(stdout).toContain(line)
})

test.each([
  ['that has expired', { exp: iat + 1 }, /expired/],
  ['for the zero address', { address: `0x${'0'.repeat(40)}` }, /address/],
  ['with a page that is none of the web', { url: 'javascript:alert(1)' }, /url/],
])('a request %s is refused', (_, change, why) => {
  const { status, stdout } = verify(forge(forger, headerOf(forger, 'request'), { ...request, ...change }))
  expect([status, stdout]).toEqual([1, expect.stringMatching(why)])
})

test('what is no nota is refused in one line', () => {
  const { status, stdout } = verify('hello')
  expect([status, stdout]).toEqual([
    1,
    'refused: This is not a nota: a nota is three parts of base64url, joined by dots.\n',
  ])
})

test.each([
  ['a fingerprint that is none', ['trust', 'add', 'x'], /43 characters/],
  ['a file that is not there', ['nota', 'verify', join(folder, 'none')], /none: There is no such file or folder\.\n$/],
])('%s is told without a stack', (_, args, why) => {
  const { status, stderr } = sotto(...args)
  expect(status).toBe(1)
  expect(stderr).toMatch(why)
  expect(stderr).not.toContain('    at ')
})

test('rotating prints the new key, and needs no running gateway', () => {
  const first = sotto('nota-key', 'rotate')
  expect(first.stdout).toMatch(/^Receipts are signed by [\w-]{43} from now on\.\n$/)
  expect(sotto('nota-key', 'rotate').stdout).not.toBe(first.stdout)
  expect(readdirSync(join(data, 'offline'))).toContain('sotto.db')
})
