import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const mintWords = {
  title: 'Prägen',
  about: (open, hidden) => `Macht aus ${open} eins zu eins ${hidden}, in derselben Wallet.`,
  ledger: 'Der Betrag, den Sie prägen, ist für alle sichtbar. Spätere Zahlungen zeigen wer und wann, nicht wie viel.',
  observed: (hidden, count) =>
    counted(
      count,
      `Der Herausgeber von ${hidden} lässt eine weitere Adresse jedes Guthaben und jeden Betrag davon entschlüsseln.`,
      `Der Herausgeber von ${hidden} lässt # weitere Adressen jedes Guthaben und jeden Betrag davon entschlüsseln.`,
    ),
  observers: 'Wer mitlesen kann',
  reviewTitle: 'Prägung prüfen',
  confirm: 'Bestätigen und prägen',
  pays: 'Sie geben',
  gets: 'Sie bekommen',
} satisfies Catalogue['mintWords']
