import type { Catalogue } from '../../catalogue.ts'

export const rowFlawWords = {
  required: 'Hier steht nichts.',
  amount: 'Das ist kein zahlbarer Betrag: eine Zahl über null mit höchstens sechs Nachkommastellen.',
  comma: 'Hier steht ein Komma. Schreiben Sie einen Dezimalpunkt und nichts zwischen den Tausendern: 1234.5',
  token: 'Dieser Token ist nicht bekannt.',
  address: 'Das ist keine Adresse, oder ihre Prüfsumme ist falsch.',
  receivers: 'Eine Zeile braucht einen Empfänger und keinen zweiten.',
  card: 'Diese Adresskarte ist nicht gültig.',
  recipient: 'An diese Adresse kann nichts gesendet werden.',
  unknown_wallet: 'Das ist keine Wallet dieses Kontos.',
  external_wallet: 'Diese Wallet wird hier nur beobachtet und kann nicht zahlen.',
  text: 'Das ist zu lang oder enthält Zeichen, die nicht erlaubt sind.',
  quotes: 'Die Anführungszeichen passen nicht zusammen.',
  cells: 'Die Zeile hat mehr Zellen als die Kopfzeile. Ein Wert mit dem Trennzeichen braucht Anführungszeichen.',
  currency: 'Die Währung muss USD sein.',
  bank_account: 'Das ist ein Bankkonto. Nötig ist eine Adresse.',
} satisfies Catalogue['rowFlawWords']
