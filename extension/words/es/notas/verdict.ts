import type { Catalogue } from '../../catalogue.ts'

export const verdictWords = {
  standings: { valid: 'Válido', unproven: 'Sin probar', broken: 'No válido' },
  signed: 'Firma',
  signers: {
    wallet: 'Firmado por el propio monedero.',
    this_gateway: 'Firmado por tu pasarela.',
    trusted: 'Firmado por un emisor en el que tu pasarela confía.',
    unknown: 'Firmado por alguien a quien tu pasarela no conoce.',
  },
  issuer: 'Emisor',
  trust: 'Confianza',
  trusts: {
    this_gateway: 'Tu pasarela',
    trusted: 'De confianza para tu pasarela',
    unknown: 'Desconocido para tu pasarela',
  },
  issued: 'Emisión',
  checks: 'Qué se comprobó',
  results: { passed: 'Correcto', failed: 'Incorrecto', not_checked: 'Sin comprobar' },
  names: {
    signature: 'Sin cambios desde la firma',
    dates: 'Fechas',
    network: 'Red',
    wallet_signature: 'Firma del monedero',
    amount_statement: 'Declaración del importe',
    first_leg: 'Primera transacción en la blockchain',
    payout_leg: 'Abono en la blockchain',
    amount_on_chain: 'Importe en la blockchain',
  },
  watch: 'Guardar como monedero de solo consulta',
  watched: 'Guardado. Desde ahora puedes consultar este monedero.',
  isWallet: 'Este monedero ya está entre los tuyos.',
  noLabel: 'Sin etiqueta',
} satisfies Catalogue['verdictWords']
