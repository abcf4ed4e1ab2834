import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const activityWords = {
  title: 'Activité',
  underWay: 'En cours',
  all: 'Toutes les transactions',
  shown: (shown, total) => counted(total, `${shown} sur # transaction`, `${shown} sur # transactions`),
  more: 'Afficher plus',
  search: 'Rechercher noms, notes et références',
  searched: (found, read, total) =>
    counted(
      total,
      `Résultats : ${found} parmi les ${read} plus récentes de # transaction.`,
      `Résultats : ${found} parmi les ${read} plus récentes de # transactions.`,
    ),
  empty: 'Il ne s’est encore rien passé. Le faucet donne de l’argent de test pour commencer.',
  emptyAction: 'Alimenter un portefeuille',
  noMatch: 'Aucune transaction ne correspond à ces filtres.',
  kept: (age) => `Ce que ce navigateur a gardé, tel que c’était ${age}.`,
  keptNoAge: 'Ce que ce navigateur a gardé. Cela peut dater.',
  filters: 'Filtres',
  filtersSet: (count) => counted(count, '# filtre actif', '# filtres actifs'),
  clear: 'Effacer les filtres',
  direction: 'Sens',
  anyDirection: 'Entrées et sorties',
  directions: { in: 'Reçues', out: 'Lancées par ce compte' },
  wallet: 'Portefeuille',
  anyWallet: 'Tous les portefeuilles',
  type: 'Type',
  anyType: 'Tous les types',
  status: 'État',
  anyStatus: 'Tous les états',
  from: 'Du',
  to: 'Au',
  externalId: 'Référence',
  externalIdHint: 'En entier, telle qu’elle a été donnée.',
  export: 'Exporter en CSV',
  exporting: (read, total) => `${read} lues sur ${total}. Pour laisser de la place au reste, cela prend un moment.`,
  exportStop: 'Arrêter',
  exported: (count) => counted(count, '# transaction a été exportée.', '# transactions ont été exportées.'),
  fileName: (day) => `sotto-activite-${day}`,
} satisfies Catalogue['activityWords']
