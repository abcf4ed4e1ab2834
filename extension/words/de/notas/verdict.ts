import type { Catalogue } from '../../catalogue.ts'

export const verdictWords = {
  standings: { valid: 'Gültig', unproven: 'Nicht bewiesen', broken: 'Ungültig' },
  signed: 'Unterschrieben',
  signers: {
    wallet: 'Unterschrieben von der Wallet selbst.',
    this_gateway: 'Unterschrieben von Ihrem Gateway.',
    trusted: 'Unterschrieben von einem Aussteller, dem Ihr Gateway vertraut.',
    unknown: 'Unterschrieben von einem Aussteller, den Ihr Gateway nicht kennt.',
  },
  issuer: 'Aussteller',
  trust: 'Vertrauen',
  trusts: {
    this_gateway: 'Ihr Gateway',
    trusted: 'Ihr Gateway vertraut ihm',
    unknown: 'Ihrem Gateway unbekannt',
  },
  issued: 'Ausgestellt',
  checks: 'Was geprüft wurde',
  results: { passed: 'Bestanden', failed: 'Nicht bestanden', not_checked: 'Nicht geprüft' },
  names: {
    signature: 'Seit der Unterschrift unverändert',
    dates: 'Gültigkeitszeitraum',
    network: 'Netzwerk',
    wallet_signature: 'Unterschrift der Wallet',
    amount_statement: 'Angabe des Betrags',
    first_leg: 'Erste Transaktion auf der Blockchain',
    payout_leg: 'Auszahlung auf der Blockchain',
    amount_on_chain: 'Betrag auf der Blockchain',
  },
  watch: 'Als beobachtete Wallet speichern',
  watched: 'Gespeichert. Die Wallet wird von jetzt an beobachtet.',
  isWallet: 'Diese Wallet haben Sie bereits.',
  noLabel: 'Ohne Bezeichnung',
} satisfies Catalogue['verdictWords']
