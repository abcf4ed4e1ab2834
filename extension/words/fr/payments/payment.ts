import type { Catalogue } from '../../catalogue.ts'

export const paymentWords = {
  outlooks: {
    sending: { title: 'Envoi en cours', about: 'Il est noté et en route. Vous pouvez fermer cette page.' },
    unknown: {
      title: 'Issue pas encore connue',
      about:
        'La passerelle a peut-être accepté ce paiement, peut-être pas. Le portefeuille redemande de lui-même, et ce paiement ne ' +
        'peut jamais être exécuté deux fois. Ne l’envoyez pas une seconde fois.',
    },
    forgotten: {
      title: 'La passerelle ne le connaît plus',
      about:
        'La passerelle avait accepté ce paiement. Elle a peut-être été restaurée d’une sauvegarde plus ancienne, ' +
        'ou votre clé n’atteint plus le portefeuille. Ne payez pas de nouveau avant d’avoir regardé le solde et ' +
        'interrogé l’exploitant.',
    },
    ask: {
      title: 'Non envoyé',
      about:
        'La passerelle n’a pas reçu ce paiement, et vous l’avez confirmé il y a trop longtemps pour l’envoyer sans demander. ' +
        'Envoyez-le maintenant ou abandonnez-le.',
    },
    refused: { title: 'Refusé', about: 'La passerelle n’a pas accepté ce paiement. Aucun argent n’a été déplacé.' },
    discarded: { title: 'Abandonné', about: 'Ce paiement n’a pas été envoyé. Aucun argent n’a été déplacé.' },
    left: {
      title: 'Plus suivi',
      about:
        'L’issue de ce paiement n’était pas connue quand vous avez cessé de le suivre. Il a peut-être été exécuté : consultez ' +
        'votre activité et le solde avant de payer de nouveau.',
    },
    waits: {
      title: 'En attente d’approbation',
      about:
        'Une règle le soumet à une personne. Rien n’est envoyé avant l’approbation. Vous pouvez fermer cette page.',
    },
    pending: {
      title: 'En attente',
      about: 'La passerelle l’a pris et attend la blockchain. Vous pouvez fermer cette page.',
    },
    settling: {
      title: 'En règlement',
      about: 'La première partie est faite. Vous pouvez fermer cette page.',
    },
    settled: { title: 'Réglé', about: 'La blockchain l’a confirmé.' },
    unsettled: {
      title: 'Réglé, en cours de reconfirmation',
      about: 'La blockchain est revenue sur sa confirmation. La passerelle renvoie le même paiement d’elle-même.',
    },
    unapproved: { title: 'Non approuvé', about: 'Aucun argent n’a bougé.' },
    failed: {
      title: 'Échoué',
      about: 'Ce paiement n’a pas été exécuté, ou pas entièrement. La passerelle indique :',
    },
  },
  leave: 'Ne plus le suivre',
  leaveTitle: 'Ne plus suivre ce paiement ?',
  leaveAbout:
    'Le portefeuille cesse d’interroger la passerelle à son sujet et ne le renvoie pas. Cela n’annule rien : si la passerelle ' +
    'a accepté le paiement, l’argent est déplacé.',
  leaveTodo: 'Consultez votre activité et le solde du portefeuille avant de payer de nouveau.',
  sendNow: 'L’envoyer maintenant',
  discard: 'L’abandonner',
  change: 'Modifier et réessayer',
  anew: 'Commencer un nouveau paiement',
  fundFirst: 'Alimenter ce portefeuille',
  done: 'Terminé',
  another: {
    transfer: 'Faire un autre envoi',
    mint: 'Émettre davantage',
    redeem: 'Reconvertir davantage',
    fund: 'Alimenter davantage',
  },
  transaction: 'Afficher la transaction',
  settledText: (what) => `${what} : réglé.`,
  failedText: (what) => `${what} : échec.`,
  refusedText: (what) => `${what} : refus.`,
  notSeen: 'Le portefeuille n’a pas pu vérifier à l’instant',
  begun: 'Confirmé par vous',
  unknownWallet: 'Un portefeuille qui n’est pas dans la liste',
  none: 'Cette adresse ne désigne aucun paiement.',
  elsewhere: (gateway) => `Ce paiement appartient à la passerelle « ${gateway} ». Passez à celle-ci pour le suivre.`,
} satisfies Catalogue['paymentWords']
