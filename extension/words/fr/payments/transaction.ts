import type { Catalogue } from '../../catalogue.ts'

export const transactionWords = {
  title: 'Transaction',
  types: {
    FUND: 'Paiement du faucet',
    MINT: 'Émission',
    TRANSFER: 'Transfert',
    REDEEM: 'Reconversion',
    RECEIVE: 'Réception',
  },
  gas: 'L’opérateur de la passerelle a donné à ce portefeuille de l’ETH pour le gas, afin qu’il puisse payer.',
  wallet: 'Portefeuille',
  payer: 'Reçu de',
  receiver: 'Reçu par',
  to: 'À',
  txHash: 'Hash de la transaction',
  burnHash: 'Hash de la destruction',
  payoutHash: 'Hash du versement',
  noHash: 'Pas encore',
  created: 'Début',
  block: 'Heure du bloc',
  gasFee: 'Gas',
  payoutGasFee: 'Gas du versement',
  updated: 'Dernière modification',
  externalId: 'Référence',
  id: 'ID',
  error: 'Ce qui a échoué',
  onExplorer: 'Ouvrir dans l’explorateur',
  none: 'Cette adresse ne désigne aucune transaction.',
  gone: 'La passerelle ne connaît pas cette transaction.',
  back: 'Activité',
  details: 'Détails',
} satisfies Catalogue['transactionWords']

export const noteWords = {
  title: 'Note',
  about: 'Seul ce compte la voit. Elle ne figure dans aucun reçu ni sur la blockchain.',
  write: 'Écrire une note',
  change: 'Modifier la note',
  label: 'Note pour vous-même',
  hint: 'Laissez vide pour la supprimer.',
  save: 'Enregistrer',
  saved: 'La note est enregistrée.',
  cleared: 'La note est supprimée.',
} satisfies Catalogue['noteWords']

export const receiptFileWords = {
  title: 'Reçu',
  about:
    'Un fichier signé qui dit ce que la blockchain dit de cette transaction. Toute personne disposant d’une passerelle Sotto peut le vérifier.',
  get: 'Télécharger le reçu',
  keep: 'Garder ici',
  verify: 'Ouvrir la page pour le vérifier et l’imprimer',
  kept: 'Gardé sous « Reçus et cartes ».',
  got: 'Le reçu a été téléchargé.',
  notYet: 'Il n’y a pas encore de reçu. Il pourra être établi dès que la blockchain montrera cette transaction.',
  fileName: (id) => `sotto-recu-${id}`,
} satisfies Catalogue['receiptFileWords']

export const explorerWords = {
  title: 'Explorateur de blocs',
  about:
    'Les hashs des transactions peuvent renvoyer à un explorateur de blocs public. Il apprend alors quelles transactions vous ' +
    'regardez : il n’y a donc aucun lien tant que vous n’en indiquez pas un. Le portefeuille lui-même ne lui demande jamais rien.',
  label: 'Adresse de l’explorateur',
  hint: (address) => `Pour Sepolia, par exemple ${address}. Laissez vide pour n’avoir aucun lien.`,
  save: 'Enregistrer',
  saved: 'Enregistré.',
  removed: 'Enregistré : il n’y a plus de liens.',
  flaws: {
    not_an_address: 'ce n’est pas l’adresse d’une page',
    plain_http: 'doit commencer par https, sauf sur cet ordinateur',
    has_more: 'doit être l’adresse de sa page d’accueil, sans rien derrière',
  },
} satisfies Catalogue['explorerWords']
