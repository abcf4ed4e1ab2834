import type { Catalogue } from '../../catalogue.ts'

export const approvalsWords = {
  about: 'Une règle soumet ces paiements à une personne. Rien n’est signé ni envoyé avant une approbation.',
  empty: 'Aucun paiement ne vous attend. Ce qu’une règle soumet à une personne apparaît ici.',
  limited:
    'La clé de ce portefeuille est limitée à certains portefeuilles et n’apprend pas ce qui attend. Connectez-vous pour le voir.',
  waiting: 'Paiements en attente',
  until: (moment) => `Expire : ${moment}`,
  ended: 'Terminés sans approbation',
  endedAbout: 'Refusés, ou non approuvés à temps. Rien n’en a été envoyé.',
  title: 'Approuver un paiement',
  over: 'Ce paiement n’attend plus : il a été approuvé, refusé, ou a expiré.',
  what: 'Paiement',
  askedBy: 'Demandé par',
  why: 'Pourquoi il attend',
  asked: 'Demandé le',
  expires: 'Expire le',
  askers: {
    session: 'Une connexion de ce compte',
    thisWallet: 'Ce portefeuille',
    key: (label) => `Clé d’API « ${label} »`,
    someKey: 'Une clé d’API',
  },
  rules: {
    verbs: 'Ce type de paiement ne passe pas de lui-même.',
    maxPerPayment: 'C’est plus que ce qu’un paiement peut être.',
    maxPerDay: 'C’est plus que ce qu’un jour permet.',
    maxPerMonth: 'C’est plus que ce que 30 jours permettent.',
    destinations: 'Le destinataire n’est pas de ceux qui sont payés sans l’avis d’une personne.',
    hours: 'Il a été demandé hors des heures où les paiements passent d’eux-mêmes.',
    approveAbove: 'Le montant dépasse ce qui passe de lui-même.',
  },
  policies: {
    account: 'Règle du compte',
    api_key: 'Règle de la clé d’API',
    wallet: 'Règle du portefeuille',
  },
  stranger: 'Vous ne connaissez pas ce destinataire',
  strangerAbout:
    'L’adresse n’est ni un de vos portefeuilles, ni un contact, ni sur une carte que vous gardez. Comparez-la en entier.',
  inTab: 'Pour décider, une personne se connecte. Il faut un onglet.',
  decide: 'Approuver ou refuser',
  decideInTab: 'Décider dans un onglet',
  signs:
    'Une clé d’accès signe exactement ce qui est affiché ci-dessus : montant, destinataire et portefeuille. Sa signature ne ' +
    'vaut pour aucun autre paiement. Un compte sans clé d’accès demande le mot de passe.',
  approve: 'Approuver',
  reject: 'Refuser',
  rejectTitle: 'Refuser ce paiement ?',
  rejectAbout: 'Il échoue et rien n’est envoyé. Pour payer quand même, il faut le demander de nouveau.',
  requestEnded: 'Refusez-le, sauf si un autre paiement de cette demande est en cours.',
  approved: 'Approuvé. Le paiement est en route.',
  rejected: 'Refusé. Rien n’a été envoyé.',
  another: 'La passerelle a demandé la signature d’un autre paiement que celui affiché. Rien n’a été signé.',
  anotherTodo: 'Ne l’approuvez pas. Prévenez la personne qui gère cette passerelle.',
} satisfies Catalogue['approvalsWords']
