import type { Catalogue } from '../../catalogue.ts'

export const paymentWords = {
  outlooks: {
    sending: { title: 'Enviando', about: 'Está anotado y en camino. Puedes cerrar esta página.' },
    unknown: {
      title: 'Resultado aún no conocido',
      about:
        'Puede que la pasarela haya aceptado este pago, o puede que no. El monedero vuelve a preguntar por sí solo, y nunca ' +
        'se puede pagar dos veces. No lo envíes otra vez.',
    },
    forgotten: {
      title: 'La pasarela ya no lo conoce',
      about:
        'La pasarela había aceptado este pago. Puede que se haya restaurado de una copia anterior, o que tu clave ' +
        'ya no alcance el monedero. No vuelvas a pagar antes de mirar el saldo y de preguntar a quien lleva la ' +
        'pasarela.',
    },
    ask: {
      title: 'No enviado',
      about:
        'La pasarela no recibió este pago, y lo confirmaste hace demasiado tiempo como para enviarlo sin preguntar. ' +
        'Envíalo ahora o descártalo.',
    },
    refused: { title: 'Rechazado', about: 'La pasarela no aceptó este pago. No se ha movido dinero.' },
    discarded: { title: 'Descartado', about: 'Este pago no se envió. No se ha movido dinero.' },
    left: {
      title: 'Sin seguimiento',
      about:
        'Cuando dejaste de seguir este pago no se sabía en qué había acabado. Puede que se haya hecho: mira tu actividad y el ' +
        'saldo antes de pagar otra vez.',
    },
    waits: {
      title: 'Espera aprobación',
      about:
        'Una política lo presenta a una persona. Antes de que se apruebe no se envía nada. Puedes cerrar esta página.',
    },
    pending: { title: 'Pendiente', about: 'La pasarela lo tiene y espera a la blockchain. Puedes cerrar esta página.' },
    settling: { title: 'En proceso', about: 'La primera parte está hecha. Puedes cerrar esta página.' },
    settled: { title: 'Completado', about: 'La blockchain lo ha confirmado.' },
    unsettled: {
      title: 'Completado, confirmándose de nuevo',
      about: 'La blockchain retiró lo que había confirmado. La pasarela vuelve a enviar el mismo pago por sí sola.',
    },
    unapproved: { title: 'No aprobado', about: 'No se movió dinero.' },
    failed: { title: 'Fallido', about: 'Este pago no se hizo, o no por completo. La pasarela dice:' },
  },
  leave: 'Dejar de seguirlo',
  leaveTitle: '¿Dejar de seguir este pago?',
  leaveAbout:
    'El monedero deja de preguntar por él a la pasarela y no lo vuelve a enviar. Esto no deshace nada: si la pasarela aceptó ' +
    'el pago, el dinero se mueve.',
  leaveTodo: 'Mira tu actividad y el saldo del monedero antes de pagar otra vez.',
  sendNow: 'Enviarlo ahora',
  discard: 'Descartarlo',
  change: 'Cambiar e intentar de nuevo',
  anew: 'Empezar un pago nuevo',
  fundFirst: 'Cargar este monedero',
  done: 'Listo',
  another: { transfer: 'Enviar otro', mint: 'Acuñar más', redeem: 'Canjear más', fund: 'Cargar más' },
  transaction: 'Ver la transacción',
  settledText: (what) => `${what}: completado.`,
  failedText: (what) => `${what}: fallido.`,
  refusedText: (what) => `${what}: rechazado.`,
  notSeen: 'El monedero no ha podido comprobarlo ahora mismo',
  begun: 'Confirmado por ti',
  unknownWallet: 'Un monedero que no está en la lista',
  none: 'Esta dirección no corresponde a ningún pago.',
  elsewhere: (gateway) => `Este pago pertenece a la pasarela «${gateway}». Cambia a ella para seguirlo.`,
} satisfies Catalogue['paymentWords']
