import type { Catalogue } from '../../catalogue.ts'

export const kitWords = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  reload: 'Aktualisieren',
  loading: 'Wird geladen …',
  copy: 'Kopieren',
  copiedText: 'Kopiert.',
  copyRefused: 'Kopieren ist hier nicht erlaubt: Markieren Sie stattdessen den Text.',
  copyOf: {
    address: (short) => `Adresse ${short} kopieren`,
    hash: (short) => `Hash ${short} kopieren`,
    id: (short) => `ID ${short} kopieren`,
    fingerprint: (short) => `Fingerabdruck ${short} kopieren`,
  },
  showTyped: 'Eingabe anzeigen',
  hidden: 'verborgen',
  sealed: 'versiegelt',
  sealedTitle: 'Verschlüsselt: Dieses Gateway kann den Betrag gerade nicht lesen.',
  justNow: 'gerade eben',
  asOf: (age) => `Stand: ${age}`,
  stale: (age) => `Zuletzt gesehen: ${age}`,
  status: { PENDING: 'Ausstehend', SETTLING: 'In Abwicklung', SETTLED: 'Abgeschlossen', FAILED: 'Fehlgeschlagen' },
  flaw: (label, said) => `${label}: ${said}.`,
  flawElsewhere: (said) => `Das Gateway hat die Eingabe abgelehnt: ${said}.`,
} satisfies Catalogue['kitWords']
