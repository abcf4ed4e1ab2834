import type { Catalogue } from '../../catalogue.ts'

export const watchWords = {
  title: 'Observer un portefeuille',
  about: 'Vous voyez ce qu’il contient publiquement et pouvez le payer. Personne ne peut dépenser depuis lui ici.',
  how: 'De quoi disposez-vous ?',
  byAddress: 'De son adresse',
  byCard: 'D’une carte d’adresse',
  address: 'Adresse',
  action: 'L’observer',
  added: 'Le portefeuille est désormais observé.',
  drop: 'Déposez une carte d’adresse, choisissez-la ou collez-la.',
  isReceipt: 'Ceci est un reçu. Il n’indique aucun portefeuille à observer ; une carte d’adresse, si.',
  another: 'Autre carte',
  flaws: {
    empty: 'Saisissez ou collez une adresse.',
    not_an_address:
      'Ce n’est pas une adresse : elle commence par 0x, puis ne contient que des chiffres et les lettres de a à f.',
    too_short: 'Cette adresse est trop courte : 0x est suivi de 40 caractères.',
    too_long: 'Cette adresse est trop longue : 0x est suivi de 40 caractères.',
    checksum: 'Un caractère de cette adresse est faux : ses majuscules ne concordent pas. Copiez-la de nouveau.',
    zero: 'C’est l’adresse zéro. Ce n’est le portefeuille de personne.',
    self: 'Cette adresse est déjà parmi vos portefeuilles.',
  },
} satisfies Catalogue['watchWords']
