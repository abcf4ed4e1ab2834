import type { Catalogue } from '../../catalogue.ts'

export const redeemWords = {
  title: 'Reconvertir',
  about: (hidden, open) => `Reconvertit ${hidden} en ${open}, un pour un, dans le même portefeuille.`,
  legs: 'Il faut deux transactions sur la blockchain :',
  burn: (hidden) => `Votre portefeuille détruit les ${hidden}.`,
  payout: (open) => `L’opérateur de la passerelle verse le même montant en ${open} à votre portefeuille.`,
  ledger: 'Le montant devient visible de tous.',
  reviewTitle: 'Vérifier la reconversion',
  confirm: 'Confirmer et reconvertir',
  pays: 'Vous payez',
  gets: 'Vous recevez',
} satisfies Catalogue['redeemWords']
