import type { Catalogue } from '../../catalogue.ts'

export const redeemWords = {
  title: 'Canjear',
  about: (hidden, open) => `Vuelve a convertir ${hidden} en ${open}, uno por uno, en el mismo monedero.`,
  legs: 'Hacen falta dos transacciones en la blockchain:',
  burn: (hidden) => `Tu monedero quema los ${hidden}.`,
  payout: (open) => `El operador de la pasarela abona el mismo importe en ${open} a tu monedero.`,
  ledger: 'El importe pasa a ser visible para todo el mundo.',
  reviewTitle: 'Revisar el canje',
  confirm: 'Confirmar y canjear',
  pays: 'Pagas',
  gets: 'Recibes',
} satisfies Catalogue['redeemWords']
