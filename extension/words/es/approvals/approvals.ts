import type { Catalogue } from '../../catalogue.ts'

export const approvalsWords = {
  about: 'Una política presenta estos pagos a una persona. Antes de que se apruebe uno no se firma ni se envía nada.',
  empty: 'Ningún pago te espera. Lo que una política presenta a una persona aparece aquí.',
  limited:
    'La clave de este monedero está limitada a algunos monederos y no sabe qué está en espera. Inicia sesión para verlo.',
  waiting: 'Pagos en espera',
  until: (moment) => `Caduca: ${moment}`,
  ended: 'Terminados sin aprobación',
  endedAbout: 'Rechazados o no aprobados a tiempo. No se envió nada de ellos.',
  title: 'Aprobar un pago',
  over: 'Este pago ya no espera: se aprobó, se rechazó o caducó.',
  what: 'Pago',
  askedBy: 'Pedido por',
  why: 'Por qué espera',
  asked: 'Pedido el',
  expires: 'Caduca el',
  askers: {
    session: 'Una sesión de esta cuenta',
    thisWallet: 'Este monedero',
    key: (label) => `Clave de API «${label}»`,
    someKey: 'Una clave de API',
  },
  rules: {
    verbs: 'Este tipo de pago no pasa por sí solo.',
    maxPerPayment: 'Es más de lo que puede ser un pago.',
    maxPerDay: 'Es más de lo que permite un día.',
    maxPerMonth: 'Es más de lo que permiten 30 días.',
    destinations: 'El destinatario no está entre los que cobran sin que intervenga una persona.',
    hours: 'Se pidió fuera de las horas en las que los pagos pasan por sí solos.',
    approveAbove: 'El importe supera lo que pasa por sí solo.',
  },
  policies: {
    account: 'Política de la cuenta',
    api_key: 'Política de la clave de API',
    wallet: 'Política del monedero',
  },
  stranger: 'No conoces a este destinatario',
  strangerAbout:
    'La dirección no es un monedero tuyo, ni un contacto, ni está en una tarjeta que guardes. Compárala entera.',
  inTab: 'Para decidir, una persona inicia sesión. Eso necesita una pestaña.',
  decide: 'Aprobar o rechazar',
  decideInTab: 'Decidir en una pestaña',
  signs:
    'Una llave de acceso firma justo lo que se ve arriba: importe, destinatario y monedero. La firma no sirve para ' +
    'ningún otro pago. Una cuenta sin llave de acceso pide la contraseña.',
  approve: 'Aprobar',
  reject: 'Rechazar',
  rejectTitle: '¿Rechazar este pago?',
  rejectAbout: 'Falla y no se envía nada. Para pagar de todos modos hay que pedirlo de nuevo.',
  requestEnded: 'Recházalo, salvo que otro pago de esta solicitud esté en camino.',
  approved: 'Aprobado. El pago está en camino.',
  rejected: 'Rechazado. No se envió nada.',
  another: 'La pasarela pidió la firma de un pago distinto del que se muestra. No se firmó nada.',
  anotherTodo: 'No lo apruebes. Avisa a quien gestiona esta pasarela.',
} satisfies Catalogue['approvalsWords']
