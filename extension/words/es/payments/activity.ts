import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const activityWords = {
  title: 'Actividad',
  underWay: 'En camino',
  all: 'Todas las transacciones',
  shown: (shown, total) => counted(total, `${shown} de # transacción`, `${shown} de # transacciones`),
  more: 'Mostrar más',
  search: 'Buscar nombres, notas y referencias',
  searched: (found, read, total) =>
    counted(
      total,
      `Resultados: ${found} entre las ${read} más recientes de # transacción.`,
      `Resultados: ${found} entre las ${read} más recientes de # transacciones.`,
    ),
  empty: 'Aún no ha pasado nada. El faucet da dinero de prueba para empezar.',
  emptyAction: 'Cargar un monedero',
  noMatch: 'Ninguna transacción coincide con estos filtros.',
  kept: (age) => `Lo que guardó este navegador, tal como estaba ${age}.`,
  keptNoAge: 'Lo que guardó este navegador. Puede estar desactualizado.',
  filters: 'Filtros',
  filtersSet: (count) => counted(count, '# filtro activo', '# filtros activos'),
  clear: 'Quitar filtros',
  direction: 'Sentido',
  anyDirection: 'Entradas y salidas',
  directions: { in: 'Recibidas', out: 'Iniciadas por esta cuenta' },
  wallet: 'Monedero',
  anyWallet: 'Todos los monederos',
  type: 'Tipo',
  anyType: 'Todos los tipos',
  status: 'Estado',
  anyStatus: 'Cualquier estado',
  from: 'Desde el día',
  to: 'Hasta el día',
  externalId: 'Referencia',
  externalIdHint: 'Completa, tal como se dio.',
  export: 'Exportar como CSV',
  exporting: (read, total) => `Leídas ${read} de ${total}. Para dejar sitio a lo demás, tarda un poco.`,
  exportStop: 'Detener',
  exported: (count) => counted(count, 'Se exportó # transacción.', 'Se exportaron # transacciones.'),
  fileName: (day) => `sotto-actividad-${day}`,
} satisfies Catalogue['activityWords']
