import type { Catalogue } from '../../catalogue.ts'

export const stepperWords = {
  label: 'Progreso',
  states: {
    done: 'Hecho',
    now: 'En curso',
    later: 'Aún no',
    failed: 'Fallido',
    unknown: 'No se sabe',
    stopped: 'No realizado',
  },
  names: {
    handed: 'Aceptado por la pasarela',
    approval: 'Aprobado por una persona',
    faucet: 'Pagado por el faucet',
    mint: 'Acuñado en la blockchain',
    transfer: 'Movido en la blockchain',
    check: 'Importe comprobado',
    burn: 'Quemado en la blockchain',
    payout: 'Abonado por el operador',
  },
} satisfies Catalogue['stepperWords']

export const waitingWords = {
  approval: 'Espera a que una persona lo apruebe. Antes no se envía nada.',
  confirmation: 'A la espera de que la blockchain lo confirme.',
  amount: 'A la espera de saber el importe que se movió en realidad.',
  public_decryption: 'A la espera de que la red descifre el importe quemado.',
  operator_gas: 'El operador de la pasarela tiene ahora poco ETH para el gas. Seguirá por sí solo en cuanto haya más.',
  operator_liquidity: 'El operador de la pasarela tiene ahora poco dinero. Seguirá por sí solo en cuanto haya más.',
  token_refusal:
    'El token se niega ahora a hacer el abono: está en pausa, o tiene una de las direcciones en una lista. Seguirá por sí solo cuando eso se levante.',
} satisfies Catalogue['waitingWords']

export const cancelWords = {
  action: 'Cancelar este pago',
  about: 'La pasarela intenta retirarlo. Decide lo que llegue antes a la blockchain.',
  asked: 'Cancelación pedida. Decide lo que llegue antes a la blockchain.',
  late: 'Ahora no se pudo cancelar: ya está en la blockchain o a punto, o las comisiones son demasiado altas. Sigue su curso. Vuelve a mirar más tarde.',
} satisfies Catalogue['cancelWords']
