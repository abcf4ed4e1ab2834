import type { Catalogue } from '../../catalogue.ts'

export const watchWords = {
  title: 'Wallet beobachten',
  about: 'Sie sehen ihr öffentliches Guthaben und können an sie zahlen. Ausgeben kann hier niemand etwas daraus.',
  how: 'Was haben Sie von ihr?',
  byAddress: 'Die Adresse',
  byCard: 'Eine Adresskarte',
  address: 'Adresse',
  action: 'Beobachten',
  added: 'Die Wallet wird von jetzt an beobachtet.',
  drop: 'Legen Sie eine Adresskarte hier ab, wählen Sie sie aus oder fügen Sie sie ein.',
  isReceipt: 'Das ist ein Beleg. Er nennt keine Wallet zum Beobachten; eine Adresskarte schon.',
  another: 'Andere Karte',
  flaws: {
    empty: 'Geben Sie eine Adresse ein oder fügen Sie eine ein.',
    not_an_address: 'Das ist keine Adresse: Sie beginnt mit 0x, darauf folgen nur Ziffern und die Buchstaben a bis f.',
    too_short: 'Diese Adresse ist zu kurz: Auf 0x folgen 40 Zeichen.',
    too_long: 'Diese Adresse ist zu lang: Auf 0x folgen 40 Zeichen.',
    checksum:
      'In dieser Adresse ist ein Zeichen falsch: Ihre Großbuchstaben passen nicht. Kopieren Sie sie noch einmal.',
    zero: 'Das ist die Nulladresse. Sie ist keine Wallet.',
    self: 'Diese Adresse gehört bereits zu Ihren Wallets.',
  },
} satisfies Catalogue['watchWords']
