import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const activityWords = {
  title: 'Aktivität',
  underWay: 'Unterwegs',
  all: 'Alle Transaktionen',
  shown: (shown, total) => counted(total, `${shown} von # Transaktion`, `${shown} von # Transaktionen`),
  more: 'Mehr anzeigen',
  search: 'Namen, Notizen und Referenzen durchsuchen',
  searched: (found, read, total) =>
    counted(
      total,
      `${found} Treffer in der neuesten ${read} von # Transaktion.`,
      `${found} Treffer unter den neuesten ${read} von # Transaktionen.`,
    ),
  empty: 'Noch ist nichts geschehen. Für den Anfang gibt der Faucet Testgeld.',
  emptyAction: 'Wallet aufladen',
  noMatch: 'Keine Transaktion passt zu diesen Filtern.',
  kept: (age) => `Was dieser Browser aufbewahrt hat, Stand: ${age}.`,
  keptNoAge: 'Was dieser Browser aufbewahrt hat. Es kann veraltet sein.',
  filters: 'Filter',
  filtersSet: (count) => counted(count, '# Filter ist gesetzt', '# Filter sind gesetzt'),
  clear: 'Filter zurücksetzen',
  direction: 'Richtung',
  anyDirection: 'Ein- und Ausgang',
  directions: { in: 'Eingegangen', out: 'Von diesem Konto begonnen' },
  wallet: 'Wallet',
  anyWallet: 'Alle Wallets',
  type: 'Art',
  anyType: 'Alle Arten',
  status: 'Status',
  anyStatus: 'Jeder Status',
  from: 'Vom Tag',
  to: 'Bis zum Tag',
  externalId: 'Referenz',
  externalIdHint: 'Vollständig, wie sie angegeben wurde.',
  export: 'Als CSV exportieren',
  exporting: (read, total) => `${read} von ${total} gelesen. Damit für anderes Platz bleibt, dauert das eine Weile.`,
  exportStop: 'Anhalten',
  exported: (count) => counted(count, '# Transaktion wurde exportiert.', '# Transaktionen wurden exportiert.'),
  fileName: (day) => `sotto-aktivitaet-${day}`,
} satisfies Catalogue['activityWords']
