import type { Catalogue } from '../catalogue.ts'

export const homeWords = {
  waiting: 'Leyendo tus saldos…',
  noWallet: 'Aún no hay ningún monedero. La pasarela custodia su clave; tú decides qué se hace con él.',
  moving: 'En camino',
  states: {
    ready: 'Aún no enviado',
    sending: 'Enviando',
    unknown: 'Aún no se sabe',
    ask: '¿Enviar o descartar?',
    accepted: 'Aceptado por la pasarela',
    refused: 'Rechazado',
    discarded: 'Descartado',
    left: 'Sin seguimiento',
  },
  recent: 'Actividad reciente',
  first: {
    title: 'Primeros pasos',
    done: 'Hecho',
    steps: {
      fund: { title: 'Cargar el monedero', about: 'El faucet le da dinero de prueba.' },
      mint: { title: 'Hacer privado el dinero', about: 'Desde entonces la blockchain no muestra sus importes.' },
      send: { title: 'Enviar una parte', about: 'A una dirección, una tarjeta u otro monedero tuyo.' },
    },
  },
  others: 'Otros monederos',
  all: 'Ver todo',
} satisfies Catalogue['homeWords']

export const quickWords = {
  label: 'Mover dinero',
  actions: { send: 'Enviar', receive: 'Recibir', mint: 'Acuñar', redeem: 'Canjear', fund: 'Cargar' },
  subtitles: { mint: 'Hacer privado', redeem: 'Hacer público' },
} satisfies Catalogue['quickWords']

export const tripleWords = {
  normal: 'Público',
  confidential: 'Confidencial',
  gas: 'Gas',
} satisfies Catalogue['tripleWords']

export const balanceCardWords = {
  total: 'Total',
  hide: 'Ocultar importes confidenciales',
} satisfies Catalogue['balanceCardWords']

export const transactionRowWords = {
  types: {
    FUND: 'Pago del faucet',
    MINT: 'Acuñación',
    TRANSFER: 'Transferencia',
    REDEEM: 'Canje',
    RECEIVE: 'Cobro',
  },
  gas: 'Gas para un pago',
  approval: 'Espera aprobación',
  unapproved: { approval_rejected: 'Rechazado', approval_expired: 'Aprobación caducada' },
  to: ' a ',
  from: ' de ',
} satisfies Catalogue['transactionRowWords']

export const receivedWords = {
  amount: { waiting: 'Importe pendiente', sealed: 'Importe sellado', lost: 'Importe desconocido' },
  why: {
    waiting: 'La pasarela todavía averigua cuánto fue. El importe aparecerá aquí solo.',
    sealed: 'La pasarela no tiene la clave de este monedero, así que no puede leer un importe confidencial.',
    lost: 'No se conoce: la pasarela se restauró desde una copia de seguridad, y la cadena no lo muestra.',
  },
} satisfies Catalogue['receivedWords']

export const peekWords = {
  hold: 'Mantén pulsado para ver',
  show: 'Mantén pulsado para ver el importe',
} satisfies Catalogue['peekWords']
