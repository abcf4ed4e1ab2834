import type { Catalogue } from '../../catalogue.ts'

export const lockWords = {
  title: 'Bon retour',
  password: 'Mot de passe du portefeuille',
  unlock: 'Déverrouiller',
  pause: (left) => `Trop de mots de passe faux. Le prochain sera accepté dans ${left}.`,
  passkey: 'Déverrouiller avec une clé d’accès',
  passkeyInTab: 'Déverrouiller avec une clé d’accès, dans un onglet',
  forgot: 'Mot de passe oublié ?',
  damagedTitle: 'Ce portefeuille ne peut pas être ouvert',
  damaged: 'Ce que le portefeuille a enregistré est endommagé et n’est plus lisible.',
  damagedTodo: 'Réinitialisez-le, puis reconnectez votre passerelle. Votre argent est à la passerelle, pas ici.',
  reset: 'Réinitialiser ce portefeuille',
} satisfies Catalogue['lockWords']
