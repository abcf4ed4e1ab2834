import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgram } from './program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-installation-'))
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

const data = () => join(folder, 'nobody')
const sotto = async (line: string, more: Record<string, string> = {}) => {
  const program = await createProgram({
    SOTTO_DATA_DIR: data(),
    SOTTO_BACKUP_PASSPHRASE: 'a long passphrase',
    ...more,
  })
  return program.exitOverride().parseAsync(['node', 'sotto', ...line.split(' ')])
}

const FINGERPRINT = 'A'.repeat(43)
const HASH = `0x${'1'.repeat(64)}`
const needInstallation = [
  'account list',
  'account create --email ada@example.org',
  'account disable --email ada@example.org',
  'api-key create --email ada@example.org --label first',
  'api-key list --email ada@example.org',
  'api-key revoke one',
  'audit',
  'audit --verify',
  'operator status',
  'status',
  'status --json',
  'pads',
  'policy show --email ada@example.org',
  'webhook list --email ada@example.org',
  'webhook deliveries one',
  'policy test --email ada@example.org --wallet one --verb transfer --amount 1',
  'operator unwrap 1',
  'owed',
  'owed --pay one',
  `owed --paid one ${HASH}`,
  'wallet rescan --address 0x1 --from-block 0',
  'nota-key list',
  'nota-key rotate',
  `nota-key revoke ${FINGERPRINT}`,
  'trust list',
  `trust add ${FINGERPRINT}`,
  'backup /nowhere/before-upgrade.age',
  'master-key rotate',
  'master-key rotate --seal-only',
]
/** Those that ask a gateway with an API key. */
const clients = ['balance', 'fund', 'mint', 'transfer', 'redeem', 'tx', 'pay']
/** Those that make an installation, need none, or say what is missing in words of their own. */
const others = [
  ...clients,
  'start',
  'testnet',
  'doctor',
  'config',
  'nota',
  'restore',
  'db',
  'migrate',
  'contracts',
  'completion',
]

test.each(needInstallation)('"sotto %s" where there is no installation says so, and makes none', async (line) => {
  await expect(sotto(line)).rejects.toThrow(
    `There is no installation in ${join(data(), 'offline')}. Name its folder with --data-dir or SOTTO_DATA_DIR, or make one: "sotto start", or "sotto migrate".`,
  )
  expect(existsSync(data())).toBe(false)
})

test('every command is known here', async () => {
  const first = (line: string) => line.split(' ')[0]
  const known = new Set([...needInstallation.map(first), ...others])
  const { commands } = await createProgram({})
  expect([...known].sort()).toEqual(commands.map((command) => command.name()).sort())
})

test('a new master key is for an installation too', async () => {
  const file = join(folder, 'next')
  writeFileSync(file, '2'.repeat(64))
  const rotated = sotto(`master-key rotate --new-key-file ${file}`, { SOTTO_MASTER_KEY: '1'.repeat(64) })
  await expect(rotated).rejects.toThrow(/no installation/)
  expect(existsSync(data())).toBe(false)
})

test('"sotto migrate" makes an installation, which the others then find', async () => {
  await sotto('migrate')
  await sotto('account create --email ada@example.org')
  await sotto(`backup ${join(folder, 'all.age')}`)
  expect(existsSync(join(folder, 'all.age'))).toBe(true)
})

test('a first start that was killed before it made its tables has made no installation', async () => {
  await sotto('migrate')
  for (const name of ['audit-head', 'master.key']) rmSync(join(data(), 'offline', name))
  writeFileSync(join(data(), 'offline', 'sotto.db'), '')
  await expect(sotto('account list')).rejects.toThrow(/no installation/)
})

test('a test-net is of no other network than offline', async () => {
  for (const [line, more] of [
    ['testnet --network sepolia', {}],
    ['testnet', { SOTTO_NETWORK: 'sepolia' }],
  ] as const)
    await expect(sotto(line, more)).rejects.toThrow(
      '"sotto testnet" runs the network "offline": leave out --network and SOTTO_NETWORK.',
    )
  expect(existsSync(data())).toBe(false)
})
