import type { Catalogue } from '../catalogue.ts'
import { verbWords } from './payments/verbs.ts'

export const noticeWords = {
  ...verbWords,
  settled: 'Paiement réglé',
  failed: 'Échec du paiement : ouvrez Sotto pour voir ce qui s’est passé',
  refused: 'Paiement refusé : rien n’a été envoyé',
  of: '{what} de {amount}',
  one: 'Paiement reçu',
  several: 'Paiements reçus',
  waits: 'Un paiement attend une approbation',
  wait: 'Des paiements attendent une approbation',
  seeIt: 'Ouvrez Sotto pour le voir.',
  seeThem: 'Ouvrez Sotto pour les voir.',
  from: '{what} de {payer}',
} satisfies Catalogue['noticeWords']
