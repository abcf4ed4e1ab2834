import type { Catalogue } from '../../catalogue.ts'

export const rowFlawWords = {
  required: 'Hier steht nichts.',
  amount: 'Kein zahlbarer Betrag: über null, höchstens sechs Nachkommastellen.',
  comma: 'Schreiben Sie einen Dezimalpunkt und nichts zwischen Tausendern: 1234.5',
  token: 'Dieser Token ist nicht bekannt.',
  address: 'Keine Adresse, oder ihre Prüfsumme ist falsch.',
  receivers: 'Eine Zeile braucht genau einen Empfänger.',
  card: 'Diese Adresskarte ist nicht gültig.',
  recipient: 'An diese Adresse kann nichts gesendet werden.',
  unknown_wallet: 'Keine Wallet dieses Kontos.',
  external_wallet: 'Diese Wallet wird hier nur beobachtet.',
  text: 'Zu lang, oder mit Zeichen, die nicht erlaubt sind.',
  quotes: 'Die Anführungszeichen passen nicht zusammen.',
  cells: 'Die Zeile hat mehr Zellen als die Kopfzeile.',
  currency: 'Die Währung muss USD sein.',
  bank_account: 'Das ist ein Bankkonto. Nötig ist eine Adresse.',
  date: 'Dieser Tag ist noch nicht da. Eine Sammelzahlung wird bezahlt, wenn sie gestartet wird.',
} satisfies Catalogue['rowFlawWords']
