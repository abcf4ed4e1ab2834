import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const mintWords = {
  title: 'Acuñar',
  about: (open, hidden) => `Convierte ${open} en ${hidden}, uno por uno, en el mismo monedero.`,
  ledger:
    'El importe que acuñas es visible para todo el mundo. Los pagos posteriores muestran quién y cuándo, no cuánto.',
  observed: (hidden, count) =>
    counted(
      count,
      `El emisor de ${hidden} permite que otra dirección descifre todos sus saldos y todos sus importes.`,
      `El emisor de ${hidden} permite que otras # direcciones descifren todos sus saldos y todos sus importes.`,
    ),
  observers: 'Quién puede leerlo',
  reviewTitle: 'Revisar la acuñación',
  confirm: 'Confirmar y acuñar',
  pays: 'Pagas',
  gets: 'Recibes',
} satisfies Catalogue['mintWords']
