import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('fr')

export const unknownWords = {
  title: (count) => counted(count, 'L’issue de # paiement n’est pas connue', 'L’issue de # paiements n’est pas connue'),
  about:
    'La passerelle a peut-être accepté ce qui figure ici. Une fois oublié, plus rien ici ne le surveille : consultez votre ' +
    'activité sur la passerelle avant de payer de nouveau.',
  unnamed: 'Un paiement',
  more: (count) => counted(count, 'et # autre', 'et # autres'),
} satisfies Catalogue['unknownWords']

export const unreadableWords = {
  title: 'Des paiements de ce navigateur sont illisibles',
  about:
    'Ce qui en est enregistré est endommagé, ou vient d’un Sotto plus récent. L’issue de certains est peut-être inconnue : ' +
    'consultez votre activité sur la passerelle avant de payer de nouveau.',
} satisfies Catalogue['unreadableWords']
