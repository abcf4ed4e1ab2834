import type { Catalogue } from '../../catalogue.ts'

export const rowFlawWords = {
  required: 'Rien n’est écrit ici.',
  amount: 'Montant non payable : supérieur à zéro, six décimales au plus.',
  comma: 'Écrivez un point décimal, et rien entre les milliers : 1234.5',
  token: 'Ce jeton est inconnu.',
  address: 'Ce n’est pas une adresse, ou sa somme de contrôle est fausse.',
  receivers: 'Une ligne a besoin d’un seul destinataire.',
  card: 'Cette carte d’adresse n’est pas valide.',
  recipient: 'Rien ne peut être envoyé à cette adresse.',
  unknown_wallet: 'Ce n’est pas un portefeuille de ce compte.',
  external_wallet: 'Ce portefeuille est seulement observé ici.',
  text: 'Trop long, ou avec des caractères non admis.',
  quotes: 'Les guillemets ne correspondent pas.',
  cells: 'La ligne a plus de cellules que l’en-tête.',
  currency: 'La devise doit être USD.',
  bank_account: 'C’est un compte bancaire. Il faut une adresse.',
  date: 'Ce jour n’est pas encore venu. Un lot est payé quand il est démarré.',
} satisfies Catalogue['rowFlawWords']
