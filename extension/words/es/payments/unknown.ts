import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const unknownWords = {
  title: (count) => counted(count, 'No se sabe en qué acabó un pago', 'No se sabe en qué acabaron # pagos'),
  about:
    'Puede que la pasarela haya aceptado lo que figura aquí. Una vez olvidado, nada lo vigila desde aquí: mira tu actividad en ' +
    'la pasarela antes de pagar otra vez.',
  unnamed: 'Un pago',
  more: (count) => counted(count, 'y # más', 'y # más'),
} satisfies Catalogue['unknownWords']

export const unreadableWords = {
  title: 'No se pueden leer pagos de este navegador',
  about:
    'Lo que se guardó de ellos está dañado, o es de un Sotto más nuevo. Puede que no se sepa en qué acabaron algunos: mira tu ' +
    'actividad en la pasarela antes de pagar otra vez.',
} satisfies Catalogue['unreadableWords']
