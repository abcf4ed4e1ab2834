import type { Catalogue } from '../../catalogue.ts'

export const notaDropWords = {
  choose: 'Choisir un fichier',
  chooseInTab: 'Choisir un fichier dans un onglet',
  pasteHere: 'Collez ici',
  pasted: 'Nota collée',
  dropNow: 'Déposez-le n’importe où sur cette page',
  inPopup: 'Collez-la ici, ou choisissez un fichier dans un onglet.',
  flaws: {
    empty: 'Il est vide.',
    too_large: 'C’est trop grand pour une nota : elle fait au plus 16 Kio.',
    not_text: 'Ce n’est pas du texte, donc pas une nota.',
    several: 'Un seul fichier à la fois, s’il vous plaît.',
    unreadable: 'Le navigateur ne peut pas lire cela. Un dossier n’est pas une nota.',
  },
} satisfies Catalogue['notaDropWords']
