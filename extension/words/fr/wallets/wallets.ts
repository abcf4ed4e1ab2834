import type { Catalogue } from '../../catalogue.ts'

export const firstWalletWords = {
  create: 'Créer mon premier portefeuille',
  label: 'Nom du portefeuille',
  labelHint: 'Personne d’autre ne le voit. Vous pourrez le changer.',
  name: 'Portefeuille principal',
} satisfies Catalogue['firstWalletWords']

export const walletsWords = {
  primary: 'Principal',
  watched: 'Observé',
  create: 'Créer un portefeuille',
  createTitle: 'Créer un portefeuille',
  createAbout: 'La passerelle crée une clé et la garde. Vous pourrez l’exporter plus tard.',
  label: 'Libellé',
  labelHint: 'Personne d’autre ne le voit.',
  createAction: 'Créer',
  created: 'Le portefeuille est créé.',
  watch: 'Observer un portefeuille',
  full: (most) =>
    `Un compte a au plus ${most} portefeuilles. Retirez-en un qui est seulement observé pour en ajouter un autre.`,
  mayNot: 'La clé de ce portefeuille ne permet ni d’ajouter ni de modifier des portefeuilles.',
  more: 'Afficher plus',
  empty: 'Aucun portefeuille pour l’instant. La passerelle garde sa clé ; vous décidez de ce qu’il en advient.',
  list: 'Portefeuilles',
} satisfies Catalogue['walletsWords']
