import type { Catalogue } from '../../catalogue.ts'

export const lockWords = {
  title: 'Willkommen zurück',
  password: 'Wallet-Passwort',
  unlock: 'Entsperren',
  pause: (left) => `Zu viele falsche Passwörter. Das nächste wird in ${left} angenommen.`,
  passkey: 'Mit Passkey entsperren',
  passkeyInTab: 'Mit Passkey entsperren, in einem Tab',
  forgot: 'Passwort vergessen?',
  damagedTitle: 'Diese Wallet lässt sich nicht öffnen',
  damaged: 'Was die Wallet gespeichert hat, ist beschädigt und nicht mehr lesbar.',
  damagedTodo: 'Setzen Sie sie zurück und verbinden Sie Ihr Gateway dann neu. Ihr Geld ist am Gateway, nicht hier.',
  reset: 'Diese Wallet zurücksetzen',
} satisfies Catalogue['lockWords']
