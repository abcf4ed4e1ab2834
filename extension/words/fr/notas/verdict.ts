import type { Catalogue } from '../../catalogue.ts'

export const verdictWords = {
  standings: { valid: 'Valide', unproven: 'Non prouvé', broken: 'Non valide' },
  signed: 'Signature',
  signers: {
    wallet: 'Signé par le portefeuille lui-même.',
    this_gateway: 'Signé par votre passerelle.',
    trusted: 'Signé par un émetteur auquel votre passerelle fait confiance.',
    unknown: 'Signé par quelqu’un que votre passerelle ne connaît pas.',
  },
  issuer: 'Émetteur',
  trust: 'Confiance',
  trusts: {
    this_gateway: 'Votre passerelle',
    trusted: 'Reconnu par votre passerelle',
    unknown: 'Inconnu de votre passerelle',
  },
  issued: 'Date d’émission',
  checks: 'Ce qui a été vérifié',
  results: { passed: 'Conforme', failed: 'Non conforme', not_checked: 'Non vérifié' },
  names: {
    signature: 'Inchangé depuis la signature',
    dates: 'Dates',
    network: 'Réseau',
    wallet_signature: 'Signature du portefeuille',
    amount_statement: 'Déclaration du montant',
    first_leg: 'Première transaction sur la blockchain',
    payout_leg: 'Versement sur la blockchain',
    amount_on_chain: 'Montant sur la blockchain',
  },
  watch: 'Enregistrer comme portefeuille observé',
  watched: 'Enregistré. Le portefeuille est désormais observé.',
  isWallet: 'Ce portefeuille est déjà parmi les vôtres.',
  noLabel: 'Sans libellé',
} satisfies Catalogue['verdictWords']
