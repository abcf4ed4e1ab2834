import type { Catalogue } from '../../catalogue.ts'

export const pauseReasonWords = {
  insufficient_balance: {
    what: 'Le portefeuille n’a pas assez pour la ligne suivante.',
    todo: 'Ajoutez de l’argent, puis continuez.',
  },
  insufficient_gas: {
    what: 'Le portefeuille a trop peu d’ETH pour les frais.',
    todo: 'Alimentez-le, puis continuez.',
  },
  gas_price: {
    what: 'Les frais sont plus élevés que ce que cette passerelle paie.',
    todo: 'Continuez quand ils auront baissé.',
  },
  unknown_wallet: {
    what: 'Le portefeuille de la ligne suivante n’appartient plus à ce compte.',
    todo: 'Annulez le lot et contrôlez le fichier à nouveau.',
  },
  external_wallet: {
    what: 'Le portefeuille de la ligne suivante est seulement observé ici.',
    todo: 'Annulez le lot et contrôlez le fichier à nouveau.',
  },
  restored: {
    what: 'Les données de la passerelle ont été restaurées à partir d’une sauvegarde.',
    todo: 'Continuez si le lot doit encore être payé.',
  },
} satisfies Catalogue['pauseReasonWords']
