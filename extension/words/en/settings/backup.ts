import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { BackupFlaw } from '../../../screens/backup/file.ts'

const counted = countedIn('en')

export const backupWords = words('backupWords', {
  title: 'Backup',
  about:
    'A file with your gateways, settings and enabled sites, for another browser. No API key is in it, and no money: after a restore you sign in once at each gateway, and sites ask again before they see a wallet.',
  save: 'Make a backup',
  saveTitle: 'Make a backup',
  saveAction: 'Save the file',
  passphrase: 'Passphrase of the backup',
  passphraseAbout: 'The file opens with this passphrase alone. Nobody can reset it.',
  fileName: (day: string) => `sotto-backup-${day}.json`,
  saved: 'The backup is in your downloads.',
  restore: 'Restore a backup',
  restoreAbout: 'You have a backup of another browser?',
  choose: 'Choose a backup',
  openTitle: 'Open the backup',
  open: 'Open',
  wrong: 'is not the one of this backup',
  holds: (gateways: number, sites: number) =>
    `In it: ${counted(gateways, 'one gateway', '# gateways')}, ${counted(sites, 'one site', '# sites')}, and your settings.`,
  sites: 'Sites that may ask for your address',
  explorers: 'Block explorers',
  lax: 'It guards less than this browser does now',
  amountsShown: 'Confidential amounts are shown.',
  willAsk: 'Your browser asks for access to these addresses. Without it nothing is restored.',
  restoreAll: 'Restore all of it',
  restored: 'The backup is restored. Connect its gateways again.',
  flaws: {
    too_large: 'This file is too large to be a backup of Sotto: they have at most 1 MiB.',
    not_a_backup: 'This file is no backup of Sotto.',
    newer: 'A newer version of Sotto made this backup. Update Sotto, then restore it.',
    altered: 'This backup is damaged: a part is missing or was changed. Nothing is restored. Use another copy.',
    unreadable: 'The browser cannot read this file.',
    not_given: 'The browser did not give access. Nothing is restored.',
  } satisfies Record<BackupFlaw | 'unreadable' | 'not_given', string>,
})
