import type { Catalogue } from '../../catalogue.ts'

export const pauseReasonWords = {
  insufficient_balance: {
    what: 'Die Wallet hat für die nächste Zeile nicht genug.',
    todo: 'Zahlen Sie Geld ein und setzen Sie dann fort.',
  },
  insufficient_gas: {
    what: 'Die Wallet hat zu wenig ETH für die Gebühren.',
    todo: 'Laden Sie sie auf und setzen Sie dann fort.',
  },
  gas_price: {
    what: 'Die Gebühren sind gerade höher, als dieses Gateway zahlt.',
    todo: 'Setzen Sie fort, wenn sie niedriger sind.',
  },
  unknown_wallet: {
    what: 'Die Wallet der nächsten Zeile gehört nicht mehr zu diesem Konto.',
    todo: 'Brechen Sie die Sammelzahlung ab und prüfen Sie die Datei erneut.',
  },
  external_wallet: {
    what: 'Die Wallet der nächsten Zeile wird hier nur beobachtet.',
    todo: 'Brechen Sie die Sammelzahlung ab und prüfen Sie die Datei erneut.',
  },
  restored: {
    what: 'Die Daten des Gateways wurden aus einer Sicherung wiederhergestellt.',
    todo: 'Setzen Sie fort, wenn die Sammelzahlung noch zu zahlen ist.',
  },
} satisfies Catalogue['pauseReasonWords']
