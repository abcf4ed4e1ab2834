import type { Catalogue } from '../../catalogue.ts'

export const fundWords = {
  title: 'Cargar',
  about: 'El faucet de la red de pruebas da dinero de prueba. Fuera de ella no vale nada.',
  limit: (most) => `Como máximo ${most} por petición.`,
  overLimit: (most) => `El faucet da como máximo ${most} por petición.`,
  gas: 'Este monedero tiene poco ETH, así que recibe también gas.',
  reviewTitle: 'Revisar el pago del faucet',
  confirm: 'Confirmar y cargar',
  paidBy: 'Lo paga',
  operator: 'El operador de la pasarela, gas incluido',
  ledger: 'El monedero y el importe son visibles para todo el mundo.',
} satisfies Catalogue['fundWords']
