import type { Catalogue } from '../../catalogue.ts'

export const stepperWords = {
  label: 'Fortschritt',
  states: {
    done: 'Erledigt',
    now: 'Läuft',
    later: 'Noch nicht',
    failed: 'Fehlgeschlagen',
    unknown: 'Nicht bekannt',
    stopped: 'Nicht ausgeführt',
  },
  names: {
    handed: 'Vom Gateway angenommen',
    approval: 'Von einer Person freigegeben',
    faucet: 'Vom Faucet gezahlt',
    mint: 'Auf der Blockchain geprägt',
    transfer: 'Auf der Blockchain bewegt',
    check: 'Betrag geprüft',
    burn: 'Auf der Blockchain verbrannt',
    payout: 'Vom Betreiber ausgezahlt',
  },
} satisfies Catalogue['stepperWords']

export const waitingWords = {
  approval: 'Wartet, bis eine Person sie freigibt. Vorher wird nichts gesendet.',
  confirmation: 'Die Bestätigung der Blockchain steht noch aus.',
  amount: 'Der tatsächlich bewegte Betrag wird noch ermittelt.',
  public_decryption: 'Das Netzwerk muss den verbrannten Betrag noch entschlüsseln.',
  operator_gas:
    'Der Betreiber des Gateways hat gerade zu wenig ETH für Gas. Es geht von selbst weiter, sobald mehr da ist.',
  operator_liquidity:
    'Der Betreiber des Gateways hat gerade zu wenig Geld. Es geht von selbst weiter, sobald mehr da ist.',
  token_refusal:
    'Der Token verweigert gerade die Auszahlung: Er ist angehalten oder hat eine der Adressen auf einer Liste. Es geht von selbst weiter, sobald das aufgehoben ist.',
} satisfies Catalogue['waitingWords']

export const cancelWords = {
  action: 'Diese Zahlung abbrechen',
  about: 'Das Gateway versucht, sie zurückzunehmen. Es entscheidet, was zuerst auf der Blockchain ankommt.',
  asked: 'Abbruch angefragt. Es entscheidet, was zuerst auf der Blockchain ankommt.',
  late: 'Sie ließ sich jetzt nicht abbrechen: Sie ist schon auf der Blockchain oder fast, oder die Gebühren sind dafür zu hoch. Sie läuft weiter. Sehen Sie später wieder nach.',
} satisfies Catalogue['cancelWords']
