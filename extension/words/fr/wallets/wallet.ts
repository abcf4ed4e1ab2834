import type { Catalogue } from '../../catalogue.ts'

export const walletWords = {
  gone: 'Ce portefeuille n’est plus parmi les vôtres.',
  all: 'Tous les portefeuilles',
  balance: 'Solde',
  address: 'Adresse et carte',
  addressAbout: 'Quiconque a l’une des deux peut payer ce portefeuille.',
  about: 'À propos de ce portefeuille',
  kind: 'Clé',
  custodial: 'Gardée par la passerelle',
  external: 'Ailleurs : ce portefeuille est seulement observé',
  created: 'Ajouté',
  rename: 'Renommer',
  renameTitle: 'Renommer le portefeuille',
  renameHint: 'Personne d’autre ne le voit. Laissez vide pour le supprimer.',
  save: 'Enregistrer',
  renamed: 'Le portefeuille est renommé.',
  makePrimary: 'En faire le principal',
  madePrimary: 'Ce portefeuille est maintenant le principal.',
  remove: 'Ne plus observer',
  removeTitle: 'Ne plus observer ce portefeuille ?',
  removeAbout:
    'Il quitte votre liste, et ses paiements passés restent dans votre activité. Vous pouvez l’ajouter de nouveau.',
  removed: 'Le portefeuille n’est plus observé.',
  export: 'Exporter la clé',
  transactions: 'Transactions',
  none: 'Aucune transaction de ce portefeuille pour l’instant.',
  allOf: 'Tout voir',
} satisfies Catalogue['walletWords']

export const exportKeyWords = {
  title: 'Exporter la clé',
  inTab:
    'Exporter une clé demande une connexion, qui se termine avec la page où elle a été faite. Continuez dans un onglet.',
  about:
    'Vous obtenez un fichier chiffré par une phrase secrète. Quiconque a les deux peut dépenser tout ce que contient ce portefeuille.',
  stays: 'La passerelle garde son exemplaire : le portefeuille continue de fonctionner ici.',
  passphrase: 'Phrase secrète du fichier',
  hint: (least) =>
    `Au moins ${least} caractères. Sans elle le fichier ne vaut rien, et personne ne peut la réinitialiser.`,
  again: 'Répéter',
  differs: 'doit être identique à la phrase secrète ci-dessus',
  action: 'Exporter',
  done: 'La clé est dans vos téléchargements. Conservez séparément le fichier et la phrase secrète.',
  back: 'Retour au portefeuille',
} satisfies Catalogue['exportKeyWords']
