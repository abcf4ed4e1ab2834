import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const amountFieldWords = {
  label: 'Montant',
  max: 'Max.',
  maxOf: (token) => `Max. : tous les ${token} disponibles`,
  available: 'Disponible :',
  readAs: 'Compris comme',
  asOf: (age) => `(vu ${age})`,
  flaws: {
    empty: 'Saisissez un montant.',
    comma: 'Écrivez-le sans signe entre les milliers, par exemple 1250.5.',
    not_an_amount: 'Écrivez des chiffres, par exemple 12.5.',
    leading_zero: 'Retirez les zéros du début.',
    too_many_decimals: 'Il y a au plus 6 décimales.',
    zero: 'Le montant doit être supérieur à 0.',
    too_large: 'C’est plus que le jeton ne peut compter : au plus 18446744073709.551615.',
    over_limit: 'C’est plus qu’on ne peut payer en une fois.',
    over_balance: 'Ce portefeuille n’en a pas autant.',
  },
} satisfies Catalogue['amountFieldWords']

export const walletPickerWords = {
  search: (label) => `Rechercher : ${label}`,
  choose: 'Choisissez un portefeuille',
  more: (count) =>
    counted(
      count,
      '# autre portefeuille correspond. Recherchez par libellé ou par adresse.',
      '# autres portefeuilles correspondent. Recherchez par libellé ou par adresse.',
    ),
} satisfies Catalogue['walletPickerWords']

export const orderWords = {
  review: 'Vérifier',
  fields: { wallet: 'Portefeuille', to: 'Destinataire', token: 'Jeton', amount: 'Montant' },
  notEnough: 'plus que ce qu’il y a',
  fromWallet: 'Depuis le portefeuille',
  walletGone:
    'Le portefeuille que vous aviez choisi n’est plus parmi les vôtres. Regardez lequel figure ici à présent.',
  toWallet: 'Vers le portefeuille',
  noCustodial: 'Vous n’avez encore aucun portefeuille qui puisse payer. Créez-en un : la passerelle garde sa clé.',
  noWallet: 'Vous n’avez encore aucun portefeuille.',
  createWallet: 'Créer un portefeuille',
  gas: 'Gas',
  fee: 'Frais de réseau, estimation',
  feeOf: (fee) => `Environ ${fee} ETH, payés par ce portefeuille.`,
  feeShort: (has) =>
    `Il contient ${has} ETH, ce qui peut être trop peu. Si la passerelle n’en donne pas davantage, alimentez-le d’abord.`,
  feeWaiting: 'Estimation en cours…',
  feeUnknown: 'Inconnus pour l’instant. Ce portefeuille les paie.',
} satisfies Catalogue['orderWords']

export const reviewWords = {
  back: 'Modifier',
  ledger: 'Sur le registre public',
} satisfies Catalogue['reviewWords']

export const obstacleWords = {
  what: {
    gas: () =>
      'Ce portefeuille n’a pas d’ETH pour payer le gas. La passerelle lui en donnera peut-être quand il paiera ; le faucet en donne, avec de l’argent de test.',
    sealed: () =>
      'La passerelle ne peut pas lire le solde de ce portefeuille en ce moment : elle ne peut donc pas non plus payer avec lui.',
    mint: (open, hidden) =>
      `Ce portefeuille contient ${open} mais pas de ${hidden}. L’émission convertit l’un en l’autre.`,
    fund: () => 'Ce portefeuille n’a pas d’argent de ce type. Le faucet lui donne de l’argent de test.',
  },
  ways: { gas: 'Alimenter ce portefeuille', fund: 'Alimenter ce portefeuille', mint: 'Émettre', sealed: '' },
} satisfies Catalogue['obstacleWords']
