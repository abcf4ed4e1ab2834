import type { Catalogue } from '../catalogue.ts'
import { verbWords } from './payments/verbs.ts'

export const noticeWords = {
  ...verbWords,
  settled: 'Pago completado',
  failed: 'Pago fallido: abre Sotto para ver qué ha pasado',
  refused: 'Pago rechazado: no se ha enviado nada',
  of: '{what} de {amount}',
  one: 'Pago recibido',
  several: 'Pagos recibidos',
  waits: 'Un pago espera aprobación',
  wait: 'Varios pagos esperan aprobación',
  seeIt: 'Abre Sotto para verlo.',
  seeThem: 'Abre Sotto para verlos.',
  from: '{what} de {payer}',
} satisfies Catalogue['noticeWords']
