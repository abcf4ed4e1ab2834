import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { PASSPHRASE_MIN } from '#shared/limits.ts'
import { isCommon } from '../../accounts/password-rules.ts'
import { type Config, networkDir, type Source } from '../../config/config.ts'
import { commonPasswords } from '../../crypto/common-passwords.ts'
import { cancelledRequests } from '../backup/cancelled-requests.ts'
import { describeEnded } from '../backup/ended/describe-ended.ts'
import { makeBackup, TESTNET_FOLDER } from '../backup/make-backup.ts'
import { pausedBatches } from '../backup/paused-batches.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { counted } from '../counted.ts'
import { bytesOf } from '../explain.ts'
import { openInstalled } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

const FROM_FILE = 'file whose first line is the passphrase; else SOTTO_BACKUP_PASSPHRASE, else standard input'

/** `sotto backup FILE`: also while the gateway runs. */
export function backupCommand(env: Source): Command {
  const backup = new Command('backup')
    .description('write everything, master key included, into one encrypted file')
    .argument('<file>', 'to be made')
    .option('--passphrase-file <file>', FROM_FILE)
  withSettings(backup).action(async (file: string) => {
    const config = configOf(backup, env)
    const passphrase = passphraseOf(config, backup.opts().passphraseFile)
    if (isCommon(passphrase, commonPasswords()))
      throw new Error('The passphrase is among the most common passwords: choose another.')
    const store = await openInstalled(config)
    try {
      const { steady } = await makeBackup(store, config, file, passphrase)
      print(`${file} holds everything, and was read back. Without its passphrase it is worthless.\n`)
      if (!steady) print('Payments never paused: the last of them will be sent again after a restore.\n')
    } finally {
      await store.db.destroy()
    }
  })
  return backup
}

const WALLETS =
  'Wallets that are newer than this backup, and were used, come back once the gateway runs and has looked at the chain: "sotto doctor" says how many. Those of accounts that are newer than it do not.'
const OLD_WALLETS =
  'This backup is of a version that kept no seed for wallets: those that are newer than it do not come back.'

const WITH_CHAIN =
  'The test-net was restored with the rest: payments, wallets and accounts that are newer than this backup are gone.'

/** What becomes of what is newer. `dir`: of the network, as it was restored. */
function newerThings(dir: string, hasSeed: boolean): string {
  if (existsSync(join(dir, TESTNET_FOLDER))) return WITH_CHAIN
  return hasSeed ? WALLETS : OLD_WALLETS
}

/** `sotto restore FILE`: checked to the last value before anything is replaced. */
export function restoreCommand(env: Source): Command {
  const restore = new Command('restore')
    .description('put a backup in place of the data of the configured network')
    .argument('<file>', 'that "sotto backup" made')
    .option('--passphrase-file <file>', FROM_FILE)
    .option('--force', 'also where there is data, which is kept beside')
  withSettings(restore).action(async (file: string) => {
    const config = configOf(restore, env)
    const { passphraseFile, force } = restore.opts() as { passphraseFile?: string; force?: true }
    const done = await restoreBackup(config, file, passphraseOf(config, passphraseFile), force === true)
    const { at, accounts, sealed, events, hasSeed } = done
    const values = `${counted(sealed, 'sealed value')} and ${counted(events, 'audit entry', 'audit entries')}`
    print(`Restored as of ${at}: ${counted(accounts, 'account')}, ${values}, all opened.\n`)
    print(`${newerThings(networkDir(config), hasSeed)}\n`)
    print(describeEnded(done))
    print(pausedBatches(done.paused))
    print(cancelledRequests(done.cancelled))
    if (done.movedAside !== undefined) print(`The old data is now ${done.movedAside}\n`)
  })
  return restore
}

function passphraseOf(config: Config, file: string | undefined): string {
  const given =
    file !== undefined ? bytesOf(file).toString('utf8') : (config.SOTTO_BACKUP_PASSPHRASE ?? standardInput())
  const passphrase = given.split(/\r?\n/)[0] ?? ''
  if (passphrase.length < PASSPHRASE_MIN) {
    throw new Error(
      `A passphrase of at least ${PASSPHRASE_MIN} characters is needed: --passphrase-file, standard input, or SOTTO_BACKUP_PASSPHRASE.`,
    )
  }
  return passphrase
}

function standardInput(): string {
  return process.stdin.isTTY ? '' : readFileSync(0, 'utf8')
}
