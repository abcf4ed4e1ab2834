import type { Catalogue } from '../../catalogue.ts'

export const pauseReasonWords = {
  insufficient_balance: {
    what: 'El monedero no tiene bastante para la fila siguiente.',
    todo: 'Añade dinero y luego continúa.',
  },
  insufficient_gas: {
    what: 'El monedero tiene muy poco ETH para las comisiones.',
    todo: 'Cárgalo y luego continúa.',
  },
  gas_price: {
    what: 'Las comisiones son ahora más altas de lo que paga esta pasarela.',
    todo: 'Continúa cuando bajen.',
  },
  unknown_wallet: {
    what: 'El monedero de la fila siguiente ya no es de esta cuenta.',
    todo: 'Cancela el lote y comprueba el archivo otra vez.',
  },
  external_wallet: {
    what: 'El monedero de la fila siguiente es aquí de solo consulta.',
    todo: 'Cancela el lote y comprueba el archivo otra vez.',
  },
  restored: {
    what: 'Los datos de la pasarela se restauraron de una copia de seguridad.',
    todo: 'Continúa si el lote aún se debe pagar.',
  },
} satisfies Catalogue['pauseReasonWords']
