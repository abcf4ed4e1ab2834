import type { Catalogue } from '../../catalogue.ts'

export const eraseWords = {
  title: 'Effacer ce portefeuille ?',
  goes: 'Les passerelles connectées, leurs clés, les fichiers gardés et les réglages quittent ce navigateur. Un paiement pas encore envoyé ne le sera pas.',
  stays:
    'Votre argent, vos portefeuilles et votre historique restent à la passerelle. Les clés de ce portefeuille y restent valides jusqu’à ce que vous les révoquiez.',
  word: 'effacer',
  type: 'Saisissez « effacer » pour confirmer',
  notConfirmed: 'Saisissez le mot « effacer » pour confirmer.',
  action: 'Tout effacer',
} satisfies Catalogue['eraseWords']
