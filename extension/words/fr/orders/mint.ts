import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const mintWords = {
  title: 'Émettre',
  about: (open, hidden) => `Convertit ${open} en ${hidden}, un pour un, dans le même portefeuille.`,
  ledger: 'Le montant que vous émettez est visible de tous. Les paiements suivants montrent qui et quand, pas combien.',
  observed: (hidden, count) =>
    counted(
      count,
      `L’émetteur de ${hidden} permet à # autre adresse de déchiffrer tous ses soldes et tous ses montants.`,
      `L’émetteur de ${hidden} permet à # autres adresses de déchiffrer tous ses soldes et tous ses montants.`,
    ),
  observers: 'Qui peut le lire',
  reviewTitle: 'Vérifier l’émission',
  confirm: 'Confirmer et émettre',
  pays: 'Vous payez',
  gets: 'Vous recevez',
} satisfies Catalogue['mintWords']
