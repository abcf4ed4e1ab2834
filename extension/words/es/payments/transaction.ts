import type { Catalogue } from '../../catalogue.ts'

export const transactionWords = {
  title: 'Transacción',
  types: {
    FUND: 'Pago del faucet',
    MINT: 'Acuñación',
    TRANSFER: 'Transferencia',
    REDEEM: 'Canje',
    RECEIVE: 'Cobro',
  },
  gas: 'El operador de la pasarela dio a este monedero ETH para gas, para que pudiera pagar.',
  wallet: 'Monedero',
  payer: 'Recibido de',
  receiver: 'Recibido en',
  to: 'A',
  txHash: 'Hash de la transacción',
  burnHash: 'Hash de la quema',
  payoutHash: 'Hash del abono',
  noHash: 'Aún ninguno',
  created: 'Inicio',
  block: 'Hora del bloque',
  gasFee: 'Gas',
  payoutGasFee: 'Gas del abono',
  updated: 'Último cambio',
  externalId: 'Referencia',
  id: 'ID',
  error: 'Qué falló',
  onExplorer: 'Abrir en el explorador',
  none: 'Esta dirección no corresponde a ninguna transacción.',
  gone: 'La pasarela no conoce esta transacción.',
  back: 'Actividad',
  details: 'Detalles',
} satisfies Catalogue['transactionWords']

export const noteWords = {
  title: 'Nota',
  about: 'Solo la ve esta cuenta. No está en ningún comprobante ni en la blockchain.',
  write: 'Escribir una nota',
  change: 'Cambiar la nota',
  label: 'Nota para ti',
  hint: 'Déjala vacía para quitarla.',
  save: 'Guardar',
  saved: 'Nota guardada.',
  cleared: 'Nota eliminada.',
} satisfies Catalogue['noteWords']

export const receiptFileWords = {
  title: 'Comprobante',
  about:
    'Un archivo firmado con lo que la blockchain dice de esta transacción. Cualquiera que tenga una pasarela de Sotto puede verificarlo.',
  get: 'Descargar el comprobante',
  keep: 'Guardar aquí',
  verify: 'Abrir la página para verificarlo e imprimirlo',
  kept: 'Guardado en «Comprobantes y tarjetas».',
  got: 'Comprobante descargado.',
  notYet: 'Aún no hay comprobante. Se podrá emitir en cuanto la blockchain muestre esta transacción.',
  fileName: (id) => `sotto-comprobante-${id}`,
} satisfies Catalogue['receiptFileWords']

export const explorerWords = {
  title: 'Explorador de bloques',
  about:
    'Los hashes de las transacciones pueden enlazar a un explorador de bloques público. Este sabrá entonces qué transacciones ' +
    'miras, así que no hay enlaces hasta que indiques uno. El monedero nunca le pregunta nada.',
  label: 'Dirección del explorador',
  hint: (address) => `Para Sepolia, por ejemplo, ${address}. Déjalo vacío para no tener enlaces.`,
  save: 'Guardar',
  saved: 'Guardado.',
  removed: 'Guardado: ahora no hay enlaces.',
  flaws: {
    not_an_address: 'no es la dirección de una página',
    plain_http: 'debe empezar por https, salvo en este ordenador',
    has_more: 'debe ser la dirección de su página principal, sin nada detrás',
  },
} satisfies Catalogue['explorerWords']
