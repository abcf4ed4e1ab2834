import type { Catalogue } from '../../catalogue.ts'

export const stepperWords = {
  label: 'Avancement',
  states: {
    done: 'Fait',
    now: 'En cours',
    later: 'Pas encore',
    failed: 'Échec',
    unknown: 'Inconnu',
    stopped: 'Non fait',
  },
  names: {
    handed: 'Pris par la passerelle',
    approval: 'Approuvé par une personne',
    faucet: 'Payé par le faucet',
    mint: 'Émis sur la blockchain',
    transfer: 'Déplacé sur la blockchain',
    check: 'Montant vérifié',
    burn: 'Détruit sur la blockchain',
    payout: 'Versé par l’opérateur',
  },
} satisfies Catalogue['stepperWords']

export const waitingWords = {
  approval: 'En attente de l’approbation d’une personne. Rien n’est envoyé avant.',
  confirmation: 'En attente de la confirmation de la blockchain.',
  amount: 'En attente du montant réellement déplacé.',
  public_decryption: 'En attente du déchiffrement, par le réseau, du montant détruit.',
  operator_gas:
    'L’opérateur de la passerelle manque d’ETH pour le gas en ce moment. Cela reprendra de soi-même dès qu’il y en aura.',
  operator_liquidity:
    'L’opérateur de la passerelle manque d’argent en ce moment. Cela reprendra de soi-même dès qu’il y en aura.',
  token_refusal:
    'Le jeton refuse de verser en ce moment : il est suspendu, ou une des adresses figure sur une liste. Cela reprendra de soi-même une fois l’obstacle levé.',
} satisfies Catalogue['waitingWords']

export const cancelWords = {
  action: 'Annuler ce paiement',
  about: 'La passerelle essaie de le reprendre. Ce qui atteint la blockchain en premier l’emporte.',
  asked: 'Annulation demandée. Ce qui atteint la blockchain en premier l’emporte.',
  late: 'Il n’a pas pu être annulé maintenant : il est déjà sur la blockchain, ou sur le point d’y être, ou les frais sont trop élevés. Il se poursuit. Regardez de nouveau plus tard.',
} satisfies Catalogue['cancelWords']
