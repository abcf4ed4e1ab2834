import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('de')

export const durationWords = {
  minutes: (count) => counted(count, '# Minute', '# Minuten'),
  hours: (count) => counted(count, '# Stunde', '# Stunden'),
  days: (count) => counted(count, '# Tag', '# Tagen'),
} satisfies Catalogue['durationWords']

export const securityScreenWords = {
  inTab: 'Eine Anmeldung endet mit der Seite, auf der sie gemacht wurde. Für die Sicherheit gibt es einen eigenen Tab.',
  browser: 'Dieser Browser',
  account: 'Ihr Konto am Gateway',
} satisfies Catalogue['securityScreenWords']

export const thisBrowserWords = {
  password: 'Wallet-Passwort',
  passwordAbout: 'Entsperrt Sotto in diesem Browser. Das Gateway kennt es nicht.',
  change: 'Ändern',
  changeLabel: 'Wallet-Passwort ändern',
  changeTitle: 'Wallet-Passwort ändern',
  changeAction: 'Passwort ändern',
  current: 'Bisheriges Wallet-Passwort',
  next: 'Neues Wallet-Passwort',
  changed: 'Das Wallet-Passwort ist geändert.',
  passkey: 'Mit Passkey entsperren',
  passkeyAbout: 'Die Sperre Ihres Geräts öffnet die Wallet. Das Passwort funktioniert weiterhin.',
  passkeySince: (day) => `An seit ${day}`,
  passkeyOn: 'Einschalten',
  passkeyOnLabel: 'Entsperren mit Passkey einschalten',
  passkeyOff: 'Ausschalten',
  passkeyOffLabel: 'Entsperren mit Passkey ausschalten',
  passkeyOffTitle: 'Nur noch mit Passwort entsperren?',
  passkeyOffAbout:
    'Der Passkey öffnet diese Wallet nicht mehr. Vielleicht bietet Ihr Gerät ihn weiter an: Entfernen Sie ihn auch dort.',
  passkeyAdded: 'Der Passkey öffnet diese Wallet von jetzt an.',
  passkeyRemoved: 'Der Passkey öffnet diese Wallet nicht mehr.',
  unfit:
    'Dieser Passkey kann keine Wallet entsperren: Ihrem Gerät oder Browser fehlt die PRF-Erweiterung. Entfernen Sie ihn dort wieder.',
  lock: 'Sperren',
  locksAfter: (idle, cap) => `Sperrt nach ${idle} ohne Nutzung und nach dem Entsperren spätestens nach ${cap}.`,
  lockNow: 'Jetzt sperren',
} satisfies Catalogue['thisBrowserWords']
