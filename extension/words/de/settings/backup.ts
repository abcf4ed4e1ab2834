import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const backupWords = {
  title: 'Sicherung',
  about:
    'Eine Datei mit Ihren Gateways, Einstellungen und aktivierten Websites, für einen anderen Browser. Sie enthält keinen API-Schlüssel und kein Geld: Nach einer Wiederherstellung melden Sie sich einmal bei jedem Gateway an, und Websites fragen erneut, bevor sie eine Wallet sehen.',
  save: 'Sicherung erstellen',
  saveTitle: 'Sicherung erstellen',
  saveAction: 'Datei speichern',
  passphrase: 'Passphrase der Sicherung',
  passphraseAbout: 'Nur mit dieser Passphrase lässt sich die Datei öffnen. Niemand kann sie zurücksetzen.',
  fileName: (day) => `sotto-sicherung-${day}.json`,
  saved: 'Die Sicherung ist in Ihren Downloads.',
  restore: 'Sicherung wiederherstellen',
  restoreAbout: 'Sie haben eine Sicherung aus einem anderen Browser?',
  choose: 'Sicherung auswählen',
  openTitle: 'Sicherung öffnen',
  open: 'Öffnen',
  wrong: 'nicht die dieser Sicherung',
  holds: (gateways, sites) =>
    `Darin: ${counted(gateways, 'ein Gateway', '# Gateways')}, ${counted(sites, 'eine Website', '# Websites')} und Ihre Einstellungen.`,
  sites: 'Websites, die nach Ihrer Adresse fragen dürfen',
  explorers: 'Block-Explorer',
  lax: 'Sie schützt weniger als dieser Browser jetzt',
  amountsShown: 'Vertrauliche Beträge werden angezeigt.',
  willAsk: 'Ihr Browser fragt nach dem Zugriff auf diese Adressen. Ohne ihn wird nichts wiederhergestellt.',
  restoreAll: 'Alles wiederherstellen',
  restored: 'Die Sicherung ist wiederhergestellt. Verbinden Sie ihre Gateways neu.',
  flaws: {
    too_large: 'Diese Datei ist zu groß für eine Sicherung von Sotto: Sie hat höchstens 1 MiB.',
    not_a_backup: 'Diese Datei ist keine Sicherung von Sotto.',
    newer:
      'Diese Sicherung stammt von einer neueren Version von Sotto. Aktualisieren Sie Sotto und stellen Sie sie dann wieder her.',
    altered:
      'Diese Sicherung ist beschädigt: Ein Teil fehlt oder wurde geändert. Es wurde nichts wiederhergestellt. Verwenden Sie eine andere Kopie.',
    unreadable: 'Der Browser kann diese Datei nicht lesen.',
    not_given: 'Der Browser hat den Zugriff nicht gewährt. Es wurde nichts wiederhergestellt.',
  },
} satisfies Catalogue['backupWords']
