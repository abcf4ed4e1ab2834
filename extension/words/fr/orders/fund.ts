import type { Catalogue } from '../../catalogue.ts'

export const fundWords = {
  title: 'Alimenter',
  about: 'Le faucet du réseau de test donne de l’argent de test. Il ne vaut rien ailleurs.',
  limit: (most) => `Au plus ${most} par demande.`,
  overLimit: (most) => `Le faucet donne au plus ${most} par demande.`,
  gas: 'Ce portefeuille a peu d’ETH : il reçoit donc aussi du gas.',
  reviewTitle: 'Vérifier le paiement du faucet',
  confirm: 'Confirmer et alimenter',
  paidBy: 'Payé par',
  operator: 'L’opérateur de la passerelle, gas compris',
  ledger: 'Le portefeuille et le montant sont visibles de tous.',
} satisfies Catalogue['fundWords']
