import type { Catalogue } from '../../catalogue.ts'

export const receiveWords = {
  title: 'Empfangen',
  wallet: 'In Wallet',
  qr: (name) => `QR-Code der Adresse von ${name}`,
  copyAddress: 'Adresse kopieren',
  network: 'Senden Sie nur Geld dieses Testnetzes hierher.',
  card: 'Adresskarte',
  cardAbout:
    'Eine unterschriebene Datei, die besagt, dass diese Adresse Ihnen gehört. Wer an Sie zahlt, kann sie prüfen.',
  withLabel: 'Bezeichnung in die Karte aufnehmen',
  withLabelHint: (label) => `Wer die Karte bekommt, liest „${label}“.`,
  download: 'Karte herunterladen',
  copy: 'Karte kopieren',
  downloaded: 'Die Karte ist in Ihren Downloads.',
  none: 'Noch keine Wallet. Erstellen Sie eine, um Zahlungen zu empfangen.',
  create: 'Erste Wallet erstellen',
} satisfies Catalogue['receiveWords']
