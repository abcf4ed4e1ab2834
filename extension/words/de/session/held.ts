import type { Catalogue } from '../../catalogue.ts'

export const heldWords = {
  about: (origin) =>
    `Melden Sie sich bei ${origin} an. Die Anmeldung endet nach 10 Minuten ohne Nutzung und wenn Sie sperren oder diesen Tab schließen.`,
  other: (email) => `Sie haben sich bei einem anderen Konto angemeldet. Dieses Gateway ist als ${email} verbunden.`,
  signedIn: (email) => `Angemeldet als ${email}`,
  signOut: 'Abmelden',
  ended: 'Sie sind abgemeldet.',
  over: 'Ihre Anmeldung ist beendet',
  kept: 'Was hier auf dem Bildschirm stand, ist noch da. Melden Sie sich an, um damit fortzufahren.',
  leave: 'Verwerfen',
} satisfies Catalogue['heldWords']
