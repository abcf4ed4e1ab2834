import type { Catalogue } from '../../catalogue.ts'

export const heldWords = {
  about: (origin) =>
    `Connectez-vous à ${origin}. La session se termine après 10 minutes sans utilisation, et quand vous verrouillez ou fermez cet onglet.`,
  other: (email) => `Vous vous êtes connecté à un autre compte. Cette passerelle est connectée en tant que ${email}.`,
  signedIn: (email) => `Connecté en tant que ${email}`,
  signOut: 'Se déconnecter',
  ended: 'Vous êtes déconnecté.',
  over: 'Votre session est terminée',
  kept: 'Ce qui était sur cet écran est toujours là. Connectez-vous pour continuer.',
  leave: 'L’abandonner',
} satisfies Catalogue['heldWords']
