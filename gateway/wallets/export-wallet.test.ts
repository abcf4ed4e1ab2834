import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import type { WalletExport } from '#shared/model/wallet.ts'
import { asset } from '../assets.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { inSession, type Visitor } from '../testing/visitor.ts'

let world: TestWorld
let tester: Tester
let me: Visitor
let wallet: { id: string; address: string }

const PASSPHRASE = 'Über 8 Zeichen 🔑'

beforeEach(async () => {
  world = await createTestWorld()
  tester = await createTester(world)
  me = await inSession(world, tester)
  wallet = (await tester.api.createWallet({ type: 'custodial' })).wallet
})

const exported = async (passphrase = PASSPHRASE, id = wallet.id) =>
  me.tell('POST', `/wallets/${id}/export`, { passphrase })

/** The recipe as the documentation prints it, in a process of its own. */
function follow(recipe: string, file: WalletExport, passphrase: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-export-'))
  try {
    writeFileSync(join(folder, 'export.json'), JSON.stringify(file))
    writeFileSync(join(folder, 'open.mjs'), recipe)
    const env = { ...process.env, PASSPHRASE: passphrase }
    return execFileSync(process.execPath, ['open.mjs'], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const recipe = /```js\n([^`]+)```/.exec(readFileSync(asset('wallets/wallet-export.md'), 'utf8'))?.[1] ?? ''

test('the documented recipe opens the export, and the key inside controls the address', async () => {
  const { data, status } = await exported()
  expect(status).toBe(200)
  const file = data.export as WalletExport
  expect(file).toMatchObject({
    version: 1,
    address: wallet.address,
    kdf: { name: 'PBKDF2-SHA256', iterations: 310_000 },
    cipher: { name: 'AES-256-GCM' },
  })
  expect(Buffer.from(file.ciphertext, 'base64')).toHaveLength(48)
  expect(Buffer.from(file.kdf.salt, 'base64')).toHaveLength(16)
  expect(Buffer.from(file.cipher.iv, 'base64')).toHaveLength(12)
  const key = follow(recipe, file, PASSPHRASE)
  expect(privateKeyToAddress(key as `0x${string}`)).toBe(wallet.address)
  expect(() => follow(recipe, file, `${PASSPHRASE} `)).toThrow()
  expect(() => follow(recipe, { ...file, address: `0x${'1'.repeat(40)}` }, PASSPHRASE)).toThrow()
})

test('salt and iv are new every time', async () => {
  const [one, two] = [(await exported()).data.export as WalletExport, (await exported()).data.export as WalletExport]
  expect(one.kdf.salt).not.toBe(two.kdf.salt)
  expect(one.cipher.iv).not.toBe(two.cipher.iv)
})

test.each([
  ['7 characters', '1234567', 400],
  ['8 characters', '12345678', 200],
  ['200 characters', 'x'.repeat(200), 200],
  ['201 characters', 'x'.repeat(201), 400],
])('a passphrase of %s answers %3$i', async (_, passphrase, status) => {
  expect((await exported(passphrase)).status).toBe(status)
})

test('an external wallet has no key here', async () => {
  const external = await tester.api.createWallet({ type: 'external', address: `0x${'1'.repeat(40)}` })
  expect(await exported(PASSPHRASE, external.wallet.id)).toMatchObject({ status: 400, code: 'validation_error' })
})

test('while an export is made the gateway goes on answering', async () => {
  let beats = 0
  const beat = setInterval(() => beats++, 1)
  await Promise.all([exported(), exported(), exported()])
  clearInterval(beat)
  // A key that is derived in the gateway's own thread lets none through.
  expect(beats).toBeGreaterThan(3)
})
