import { countedIn } from '#shared/ui/words/counted.ts'
import type { Catalogue } from '../../catalogue.ts'

const counted = countedIn('es')

export const amountFieldWords = {
  label: 'Importe',
  max: 'Máx.',
  maxOf: (token) => `Máx.: todos los ${token} que hay`,
  available: 'Disponible:',
  readAs: 'Se entiende como',
  asOf: (age) => `(visto ${age})`,
  flaws: {
    empty: 'Escribe un importe.',
    comma: 'Escríbelo sin signos entre los millares, por ejemplo 1250.5.',
    not_an_amount: 'Escribe cifras, por ejemplo 12.5.',
    leading_zero: 'Quita los ceros del principio.',
    too_many_decimals: 'Hay como máximo 6 decimales.',
    zero: 'El importe debe ser mayor que 0.',
    too_large: 'Es más de lo que el token puede contar: como máximo 18446744073709.551615.',
    over_limit: 'Es más de lo que se puede pagar de una vez.',
    over_balance: 'Este monedero no tiene tanto.',
  },
} satisfies Catalogue['amountFieldWords']

export const walletPickerWords = {
  search: (label) => `Buscar: ${label}`,
  choose: 'Elige un monedero',
  more: (count) =>
    counted(
      count,
      '# monedero más coincide. Búscalo por etiqueta o dirección.',
      '# monederos más coinciden. Búscalos por etiqueta o dirección.',
    ),
} satisfies Catalogue['walletPickerWords']

export const orderWords = {
  review: 'Revisar',
  fields: { wallet: 'Monedero', to: 'Destinatario', token: 'Token', amount: 'Importe' },
  notEnough: 'es más de lo que hay',
  fromWallet: 'Desde el monedero',
  walletGone: 'El monedero que elegiste ya no está entre los tuyos. Mira cuál aparece ahora aquí.',
  toWallet: 'Al monedero',
  noCustodial: 'Aún no tienes ningún monedero que pueda pagar. Crea uno: la pasarela custodia su clave.',
  noWallet: 'Aún no tienes ningún monedero.',
  createWallet: 'Crear un monedero',
  gas: 'Gas',
  fee: 'Comisión de red, estimada',
  feeOf: (fee) => `Unos ${fee} ETH, que paga este monedero.`,
  feeShort: (has) => `Tiene ${has} ETH, que puede ser poco. Si la pasarela no le da más, cárgalo primero.`,
  feeWaiting: 'Calculando…',
  feeUnknown: 'Ahora mismo no se sabe. La paga este monedero.',
} satisfies Catalogue['orderWords']

export const reviewWords = {
  back: 'Cambiar',
  ledger: 'En el registro público',
} satisfies Catalogue['reviewWords']

export const obstacleWords = {
  what: {
    gas: () =>
      'Este monedero no tiene ETH para pagar el gas. Puede que la pasarela le dé un poco cuando pague; el faucet se lo da, junto con dinero de prueba.',
    sealed: () => 'La pasarela no puede leer ahora el saldo de este monedero, así que tampoco puede pagar con él.',
    mint: (open, hidden) =>
      `Este monedero tiene ${open}, pero nada de ${hidden}. Al acuñar, lo uno se convierte en lo otro.`,
    fund: () => 'Este monedero no tiene dinero de este tipo. El faucet le da dinero de prueba.',
  },
  ways: { gas: 'Cargar este monedero', fund: 'Cargar este monedero', mint: 'Acuñar', sealed: '' },
} satisfies Catalogue['obstacleWords']
