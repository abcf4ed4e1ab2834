import type { Catalogue } from '../../catalogue.ts'

export const rowFlawWords = {
  required: 'Aquí no hay nada escrito.',
  amount: 'No es un importe que se pueda pagar: mayor que cero, seis decimales como máximo.',
  comma: 'Escribe un punto decimal y nada entre los millares: 1234.5',
  token: 'Este token no se conoce.',
  address: 'No es una dirección, o su suma de comprobación es incorrecta.',
  receivers: 'Una fila necesita un destinatario, y solo uno.',
  card: 'Esta tarjeta de dirección no es válida.',
  recipient: 'A esta dirección no se puede enviar nada.',
  unknown_wallet: 'No es un monedero de esta cuenta.',
  external_wallet: 'Este monedero es aquí de solo consulta.',
  text: 'Demasiado largo, o con caracteres que no se admiten.',
  quotes: 'Las comillas no coinciden.',
  cells: 'La fila tiene más celdas que el encabezado.',
  currency: 'La moneda tiene que ser USD.',
  bank_account: 'Es una cuenta bancaria. Hace falta una dirección.',
  date: 'Ese día aún no ha llegado. Un lote se paga cuando se inicia.',
} satisfies Catalogue['rowFlawWords']
