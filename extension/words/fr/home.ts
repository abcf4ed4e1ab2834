import type { Catalogue } from '../catalogue.ts'

export const homeWords = {
  waiting: 'Lecture de vos soldes…',
  noWallet: 'Aucun portefeuille pour l’instant. La passerelle garde sa clé ; vous décidez de ce qu’il en advient.',
  moving: 'En cours',
  states: {
    ready: 'Pas encore envoyé',
    sending: 'Envoi en cours',
    unknown: 'Pas encore connu',
    ask: 'Envoyer ou abandonner ?',
    accepted: 'Accepté par la passerelle',
    refused: 'Refusé',
    discarded: 'Abandonné',
    left: 'Non suivi',
  },
  recent: 'Activité récente',
  first: {
    title: 'Premiers pas',
    done: 'Fait',
    steps: {
      fund: { title: 'Alimenter le portefeuille', about: 'Le faucet lui donne de l’argent de test.' },
      mint: { title: 'Rendre l’argent privé', about: 'Dès lors, la blockchain n’en montre pas les montants.' },
      send: { title: 'En envoyer une partie', about: 'À une adresse, une carte ou un autre de vos portefeuilles.' },
    },
  },
  others: 'Autres portefeuilles',
  all: 'Tout voir',
} satisfies Catalogue['homeWords']

export const quickWords = {
  label: 'Mouvements d’argent',
  actions: { send: 'Envoyer', receive: 'Recevoir', mint: 'Émettre', redeem: 'Reconvertir', fund: 'Alimenter' },
  subtitles: { mint: 'Rendre privé', redeem: 'Rendre public' },
} satisfies Catalogue['quickWords']

export const tripleWords = {
  normal: 'Public',
  confidential: 'Confidentiel',
  gas: 'Gas',
} satisfies Catalogue['tripleWords']

export const balanceCardWords = {
  total: 'Total',
  hide: 'Masquer les montants confidentiels',
} satisfies Catalogue['balanceCardWords']

export const transactionRowWords = {
  types: {
    FUND: 'Paiement du faucet',
    MINT: 'Émission',
    TRANSFER: 'Transfert',
    REDEEM: 'Reconversion',
    RECEIVE: 'Réception',
  },
  gas: 'Gas pour un paiement',
  approval: 'Attend une approbation',
  unapproved: { approval_rejected: 'Refusé', approval_expired: 'Approbation expirée' },
  to: ' à ',
  from: ' de ',
} satisfies Catalogue['transactionRowWords']

export const receivedWords = {
  amount: { waiting: 'Montant à venir', sealed: 'Montant scellé', lost: 'Montant inconnu' },
  why: {
    waiting: 'La passerelle cherche encore combien c’était. Le montant s’affichera ici de lui-même.',
    sealed: 'La passerelle n’a pas la clé de ce portefeuille : elle ne peut pas lire un montant confidentiel.',
    lost: 'Inconnu : la passerelle a été restaurée depuis une sauvegarde, et la chaîne ne le montre pas.',
  },
} satisfies Catalogue['receivedWords']

export const peekWords = {
  hold: 'Maintenir pour voir',
  show: 'Maintenir appuyé pour voir le montant',
} satisfies Catalogue['peekWords']
